"""Files that people have: bilingual files, tables, test sets, as units whose texts have places."""
