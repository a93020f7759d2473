-- SHA-256 of the manifest of a finished copy: what lies at the target is restored only if it is what was written.
alter table backup_copy add column manifest_sha256 text;
