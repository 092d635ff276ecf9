"""What goes before a candidate is filed: what is asked instead, and who becomes an entity."""
