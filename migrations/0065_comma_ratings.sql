-- Reviews with a rating such as “4,5” had no stars before the shop read decimal commas. As for new reviews, one review of an author counts for a tool.
WITH read AS (
	SELECT id, user_id, product_id, round(cast(replace(trim(ratings), ',', '.') AS real), 1) AS stars,
		row_number() OVER (PARTITION BY coalesce(user_id, id), coalesce(product_id, id) ORDER BY created_at, id) AS number
	FROM reviews
	WHERE stars IS NULL AND trim(ratings) GLOB '[1-5],[0-9]*' AND substr(trim(ratings), 3) NOT GLOB '*[^0-9]*'
		AND cast(replace(trim(ratings), ',', '.') AS real) <= 5
)
UPDATE reviews SET stars = read.stars FROM read
WHERE read.id = reviews.id AND read.number = 1 AND NOT EXISTS (
	SELECT 1 FROM reviews AS other
	WHERE other.user_id = read.user_id AND other.product_id = read.product_id AND other.stars IS NOT NULL
);
--> statement-breakpoint
-- No trigger counts a change of stars.
DELETE FROM product_ratings;
--> statement-breakpoint
INSERT INTO product_ratings (product_id, stars, reviews)
SELECT product_id, stars, count(*) FROM reviews
WHERE product_id IS NOT NULL AND stars IS NOT NULL AND hidden_at IS NULL GROUP BY 1, 2;
