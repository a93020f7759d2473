-- How files of an installation may come by FTP: not at all, over TLS only, or as installations do that know no TLS.
alter table sender add column ftp text not null default 'off' check (ftp in ('off', 'tls', 'plain'));
