UPDATE products SET part_number = 'TTD-1101' WHERE id = 'p1';
UPDATE orders SET tool_part_number = 'TTD-1101' WHERE id = 'o16';
