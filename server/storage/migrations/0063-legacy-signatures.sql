-- Who signs in the old form needs the secret too.
alter table application drop constraint application_check;
alter table application add constraint application_sealed_check
  check ((sealed_secret is null) = (not ways && array['signature', 'md5']));
