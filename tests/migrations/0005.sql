UPDATE products SET edit_key = 'edit-1' WHERE id = 'p1';
