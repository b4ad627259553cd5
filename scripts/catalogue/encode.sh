#!/usr/bin/env bash
# encode.sh DIR [slug…]: encodes DIR/print/<slug>-<width>.png as public/pictures/<slug>-<width>.avif and .webp
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1/print
shift
if [ $# -eq 0 ]; then mapfile -t files < <(ls "$folder"/*.png); else
	files=()
	for slug in "$@"; do files+=("$folder/$slug"-[0-9]*.png); done
fi
for file in "${files[@]}"; do
	name=public/pictures/$(basename "$file" .png)
	case $name in *-400) quality=88 ;; *) quality=86 ;; esac
	cwebp -quiet -m 6 -sharp_yuv -q "$quality" "$file" -o "$name.webp"
	avifenc --speed 7 --jobs 2 --min 8 --max 24 --yuv 420 "$file" "$name.avif" >/dev/null
done
