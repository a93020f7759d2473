-- The order of categories that every chart had until somebody chose one is absent now: it is the usual one of the type.
update report set draft = replace(draft::text, ', "order": {"by": "value", "order": "desc"}', '')::jsonb
  where draft::text like '%, "order": {"by": "value", "order": "desc"}%';
update report_version set content = replace(content::text, ', "order": {"by": "value", "order": "desc"}', '')::jsonb
  where content::text like '%, "order": {"by": "value", "order": "desc"}%';
