-- The datasets of an author by their ORCID iD.
create index publication_authors on publication using gin ((metadata -> 'authors') jsonb_path_ops) where is_current;
