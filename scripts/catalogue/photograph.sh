#!/usr/bin/env bash
# photograph.sh DIR SLUG PHOTO: scales a photograph (JPEG or PNG, 4:3, at least 1200 × 900) to DIR/print, as develop.py does with a render
set -euo pipefail
folder=$1/print
mkdir -p "$folder"
for width in 400 800 1200; do
	cwebp -quiet -lossless -z 1 -resize "$width" $((width * 3 / 4)) "$3" -o "$folder/large.webp"
	dwebp -quiet "$folder/large.webp" -o "$folder/$2-$width.png"
done
rm "$folder/large.webp"
