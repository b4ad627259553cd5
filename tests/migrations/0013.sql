INSERT INTO pending_purges (tag, id, refused_at) VALUES
	('getreviews', 'k3v7q2m5n4p6r8s9t2u4v6w8x2', 1795259046488),
	('product:91bf64477569ca16a3b06f66', 'a2b3c4d5e6f7g2h3i4j5k6l7m2', 1795259046488);
