import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from './certificates.ts'
import { freePort, hasProgram, runProgram, startProgram } from './program.ts'

const SLAPD = '/usr/sbin/slapd'
const SCHEMA = '/etc/ldap/schema'
export const hasSlapd = hasProgram(SLAPD) && hasProgram('/usr/bin/openssl')

export const BASE = 'dc=example,dc=org'
export const ADMIN_DN = `cn=admin,${BASE}`
export const ADMIN_PASSWORD = 'search-secret'
export const PEOPLE = `ou=people,${BASE}`
export const GROUPS = `ou=groups,${BASE}`
/** Number of entries besides those that tests name. */
const CROWD = 10_000

const configOf = (folder: string, key: string, certificate: string) => `
include ${SCHEMA}/core.schema
include ${SCHEMA}/cosine.schema
include ${SCHEMA}/inetorgperson.schema
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
database mdb
maxsize 104857600
suffix "${BASE}"
rootdn "${ADMIN_DN}"
rootpw ${ADMIN_PASSWORD}
directory ${folder}/db
index objectClass,uid,mail,member eq
overlay memberof
access to attrs=userPassword by anonymous auth by self write by * none
access to * by users read by anonymous none
`

const unit = (name: string) => `dn: ou=${name},${BASE}\nobjectClass: organizationalUnit\nou: ${name}\n`
const base64 = (text: string) => Buffer.from(text).toString('base64')

type Person = { uid: string; cn: string; mail: string; password: string; unit?: string; group?: string }
const person = ({ uid, cn, mail, password, unit: o = '', group: own = '' }: Person) =>
  [
    `dn: uid=${uid},${PEOPLE}`,
    'objectClass: inetOrgPerson',
    `uid: ${uid}`,
    `cn:: ${base64(cn)}`,
    'sn: x',
    `mail: ${mail}`,
    'mobile: 13800138000',
    ...(o ? [`o:: ${base64(o)}`] : []),
    `userPassword: ${password}`,
    // slapadd -q bypasses the overlay.
    ...(own ? [`memberOf: cn=${own},${GROUPS}`] : []),
    '',
  ].join('\n')
const group = (name: string, members: readonly string[]) =>
  [
    `dn: cn=${name},${GROUPS}`,
    'objectClass: groupOfNames',
    `cn: ${name}`,
    ...members.map((uid) => `member: uid=${uid},${PEOPLE}`),
    '',
  ].join('\n')

function seed(): string {
  const crowd = Array.from({ length: CROWD }, (_one, index) =>
    person({ uid: `u${index}`, cn: `Person ${index}`, mail: `u${index}@example.org`, password: `Pw-${index}` }),
  )
  return [
    `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    unit('people'),
    unit('groups'),
    person({
      uid: 'zhangsan',
      cn: '张三',
      mail: 'zhangsan@example.org',
      password: 'Passw0rd!',
      unit: '计算所',
      group: 'researchers',
    }),
    person({ uid: 'lisi', cn: 'Li Si', mail: 'lisi@example.org', password: 'Lisi-2026', group: 'students' }),
    person({ uid: 'twin1', cn: 'Twin One', mail: 'twins@example.org', password: 'Twin-2026' }),
    person({ uid: 'twin2', cn: 'Twin Two', mail: 'twins@example.org', password: 'Twin-2026' }),
    `dn: uid=mute,${PEOPLE}\nobjectClass: inetOrgPerson\nuid: mute\ncn: Mute\nsn: x\n`,
    ...crowd,
    group('researchers', ['zhangsan', 'twin1']),
    group('students', ['lisi']),
  ].join('\n')
}

/** OpenLDAP with TLS, with more than 10,000 entries and groups; anonymous reads are denied. */
export async function startSlapd() {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-slapd-'))
  mkdirSync(join(folder, 'db'))
  const { certificate, keyPath, certificatePath } = makeCertificate(folder, 'localhost')
  const config = join(folder, 'slapd.conf')
  const ldif = join(folder, 'seed.ldif')
  writeFileSync(config, configOf(folder, keyPath, certificatePath))
  writeFileSync(ldif, seed())
  runProgram('/usr/sbin/slapadd', ['-q', '-f', config, '-l', ldif])
  const [plain, secure] = [await freePort(), await freePort()]
  const addresses = `ldap://127.0.0.1:${plain} ldaps://127.0.0.1:${secure}`
  const { stop } = await startProgram(SLAPD, ['-d', '0', '-f', config, '-h', addresses], { port: secure, cwd: folder })
  return {
    port: plain,
    securePort: secure,
    certificate,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
