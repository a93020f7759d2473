-- A public key that opens SFTP is kept as an app password is: with days, a space and an end. Its hash is the SHA-256 of
-- the key, which several people may add.
alter table app_password add column ssh_key_type text;
alter table app_password drop constraint app_password_hash_key;
create unique index app_password_hash on app_password (hash) where ssh_key_type is null;
create unique index app_password_ssh_key on app_password (hash, person_id) where ssh_key_type is not null;
