-- The drawings that came with the shop gave way to photographs of the same names.
UPDATE products SET img = replace(img, '.svg', '-800.webp') WHERE img GLOB '/pictures/[a-z]*.svg' AND img NOT GLOB '/pictures/people/*';
