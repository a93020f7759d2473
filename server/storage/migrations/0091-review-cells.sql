-- Comments of reviewers on cells of a table of the submission.

-- The table and the range, with the names that table and columns had then; null: a comment on anything else.
alter table review_comment add column cells jsonb;
