import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeCertificate } from '../services/certificates.ts'
import { startMariadb } from '../services/mariadb.ts'
import { startPostgres } from '../services/postgres.ts'

/** The account of both databases that reads, and its password. */
export const READER = { account: 'reader', password: "p@ss 'word" } as const
const quoted = READER.password.replace(/'/g, "''")

/** Values of every kind that changes easily on its way. */
const MARIADB = [
  'set names utf8mb4;',
  'create database lab character set utf8mb4;',
  'create database other;',
  `create user 'reader'@'%' identified by '${quoted}';`,
  "grant select on lab.* to 'reader'@'%';",
  'create table lab.station (code varchar(10) primary key, name varchar(50) character set gbk, depth decimal(40,20), seen datetime(6), stamped timestamp(3) null, day date, big bigint unsigned, wide float, bits bit(8), flag tinyint(1), doc json, raw varbinary(10)) character set utf8mb4;',
  "set sql_mode='';",
  "set time_zone='+08:00';",
  `insert into lab.station values ('S1', '东海站', 12345678901234567890.12345678901234567890, '2026-11-21 10:00:00.123456', '2026-11-21 10:00:00.5', '2026-11-21', 18446744073709551615, 16777216, b'00000101', 1, '{"a": [1, "😀"]}', x'00ff'), ('S2', null, -0.5, '0000-00-00 00:00:00', null, '0000-00-00', 0, 0.5, b'11111111', 0, null, null);`,
  'create view lab.deep as select code, depth from lab.station where depth > 0;',
  'create table other.hidden (id int);',
]
const POSTGRES = `
  create role reader login password '${quoted}';
  create schema lab; grant usage on schema lab to reader;
  create table lab.station (code text primary key, name text, depth numeric, seen timestamp, stamped timestamptz, day date,
    big bigint, wide real, bits bit(8), flag boolean, doc jsonb, raw bytea, tags text[]);
  insert into lab.station values ('S1', '东海站', 12345678901234567890.12345678901234567890, '2026-11-21 10:00:00.123456',
    '2026-11-21 10:00:00.5+08', '2026-11-21', 9223372036854775807, 0.1, b'00000101', true, '{"a": [1, "😀"]}', '\\x00ff', '{a,"b c"}'),
    ('S2', null, -0.5, 'infinity', null, null, 0, 0.5, b'11111111', false, null, null, null);
  create view lab.deep as select code, depth from lab.station where depth > 0;
  grant select on all tables in schema lab to reader; alter default privileges in schema lab grant select on tables to reader;
  create table public.hidden (id int);
  create sequence lab.touched; grant usage on sequence lab.touched to reader;`

/** A PostgreSQL and a MariaDB with the same tables, one with `many` rows, and a certificate for their address. */
export async function startSourceDatabases(many = 10) {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-sources-'))
  const certificate = makeCertificate(folder, '127.0.0.1')
  const postgres = await startPostgres(certificate)
  const admin = new pg.Client(postgres.url)
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.query(POSTGRES)
  await admin.query(`create table lab.many as
    select n as id, repeat('x', 50) || n as words, n / 8.0 as v from generate_series(1, ${many}) as n`)
  const mariadb = await startMariadb(
    [
      ...MARIADB,
      `create table lab.many as select seq as id, concat(repeat('x', 50), seq) as words, seq / 8 as v from lab.seq_1_to_${many};`,
    ],
    certificate,
  )
  return {
    certificate: certificate.certificate,
    other: makeCertificate(folder, 'db.example').certificate,
    postgres,
    mariadb,
    /** Works in the PostgreSQL as its administrator. */
    query: (text: string) => admin.query(text),
    drafts: {
      postgresql: { kind: 'postgresql', port: postgres.port, database: 'postgres', ...READER },
      mysql: { kind: 'mysql', port: mariadb.port, database: 'lab', ...READER },
    } as const,
    async stop() {
      await admin.end().catch(() => undefined)
      await mariadb.stop()
      postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type SourceDatabases = Awaited<ReturnType<typeof startSourceDatabases>>
