import type { Protocol } from '#contract/account.ts'
import type { ProtocolAddresses } from '#contract/protocols.ts'
import type { Texts } from '#providers/texts.ts'

/** A text to copy into a program or a terminal; `key` names its purpose. */
export type Recipe = { key: keyof Texts['protocols']['recipes']; code: string }
export type System = keyof Texts['protocols']['systems']
/** The data that recipes contain. `password` may be a placeholder. */
export type Access = { identifier: string; addresses: ProtocolAddresses; user: string; password: string }
type Recipes = [system: System, recipes: Recipe[]][]

/** Quotes a word for a POSIX shell. */
const sh = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
/** Quotes a word for the Windows command line; addresses and e-mail addresses contain no quotes. */
const cmd = (text: string) => `"${text}"`
const lines = (...all: string[]) => all.join('\n')

/** The same address with a file manager's scheme and the user's name. */
function withUser(address: string, scheme: { plain: string; tls: string }, user: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol === 'https:' ? scheme.tls : scheme.plain}://${encodeURIComponent(user)}@${host}${pathname}`
}

function webdav({ identifier, addresses: { webdav: address }, user, password }: Access): Recipes {
  const folder = address.replace(/\/$/, '')
  const mount = `/mnt/${identifier}`
  return [
    [
      'windows',
      [
        { key: 'explorer', code: folder },
        { key: 'netUse', code: `net use * ${cmd(folder)} ${cmd(password)} /user:${cmd(user)} /persistent:yes` },
        {
          key: 'fileSizeLimit',
          code: lines(
            'reg add HKLM\\SYSTEM\\CurrentControlSet\\Services\\WebClient\\Parameters /v FileSizeLimitInBytes /t REG_DWORD /d 0xffffffff /f',
            'net stop webclient & net start webclient',
          ),
        },
      ],
    ],
    [
      'mac',
      [
        { key: 'finder', code: address },
        { key: 'terminal', code: `mkdir -p ~/${identifier} && mount_webdav -i ${sh(address)} ~/${identifier}` },
      ],
    ],
    [
      'linux',
      [
        { key: 'gnome', code: withUser(address, { plain: 'dav', tls: 'davs' }, user) },
        { key: 'kde', code: withUser(address, { plain: 'webdav', tls: 'webdavs' }, user) },
        {
          key: 'davfs',
          code: lines(
            `sudo mkdir -p ${mount}`,
            `echo ${sh(`${mount} "${user}" "${password}"`)} | sudo tee -a /etc/davfs2/secrets > /dev/null`,
            `printf '[%s]\\nbuf_size 64\\n' ${mount} | sudo tee -a /etc/davfs2/davfs2.conf > /dev/null`,
            `sudo mount -t davfs -o uid=$(id -u),gid=$(id -g) ${sh(address)} ${mount}`,
          ),
        },
        { key: 'fstab', code: `${address} ${mount} davfs user,noauto,_netdev 0 0` },
      ],
    ],
    [
      'rclone',
      [
        {
          key: 'rclone',
          code: lines(
            `rclone config create --obscure ${identifier} webdav url=${sh(address)} vendor=owncloud user=${sh(user)} pass=${sh(password)}`,
            `rclone copy ./data ${identifier}:data --progress`,
            `rclone check ./data ${identifier}:data`,
          ),
        },
      ],
    ],
    [
      'curl',
      [
        {
          key: 'curl',
          code: lines(
            `curl --fail -u ${sh(`${user}:${password}`)} -T report.csv ${sh(address)}`,
            `curl --fail -u ${sh(`${user}:${password}`)} -C - -o copy.csv ${sh(`${address}report.csv`)}`,
          ),
        },
      ],
    ],
  ]
}

type Ftp = NonNullable<ProtocolAddresses['ftp']>

function ftp({ identifier, user, password }: Access, { host, port, isEncrypted }: Ftp): Recipes {
  const address = `ftp://${host}:${port}/${identifier}/`
  const tls = isEncrypted ? ' --ssl-reqd' : ''
  return [
    ['filezilla', [{ key: 'filezilla', code: address.replace('ftp:', isEncrypted ? 'ftpes:' : 'ftp:') }]],
    [
      'lftp',
      [
        {
          key: 'lftp',
          code: lines(
            `lftp -u ${sh(user)},${sh(password)} -e 'set ftp:ssl-force ${isEncrypted}' ${sh(address)}`,
            'mirror --reverse --continue --parallel=4 ./data data',
          ),
        },
      ],
    ],
    [
      'rclone',
      [
        {
          key: 'rclone',
          code: lines(
            `rclone config create --obscure ${identifier}-ftp ftp host=${host} port=${port} user=${sh(user)} pass=${sh(password)} explicit_tls=${isEncrypted}`,
            `rclone copy ./data ${identifier}-ftp:${identifier}/data --progress`,
            `rclone check --download ./data ${identifier}-ftp:${identifier}/data`,
          ),
        },
      ],
    ],
    [
      'curl',
      [
        {
          key: 'curl',
          code: lines(
            `curl${tls} -u ${sh(`${user}:${password}`)} -T report.csv ${sh(address)}`,
            `curl${tls} -u ${sh(`${user}:${password}`)} -C - -o copy.csv ${sh(`${address}report.csv`)}`,
          ),
        },
      ],
    ],
  ]
}

type Sftp = NonNullable<ProtocolAddresses['sftp']>

function sftp({ identifier, user, password }: Access, { host, port }: Sftp): Recipes {
  return [
    ['filezilla', [{ key: 'filezilla', code: `sftp://${host}:${port}/${identifier}` }]],
    ['openssh', [{ key: 'openssh', code: `sftp -P ${port} -o User=${sh(user)} ${host}:/${identifier}` }]],
    [
      'rclone',
      [
        {
          key: 'rclone',
          code: lines(
            `rclone config create --obscure ${identifier}-sftp sftp host=${host} port=${port} user=${sh(user)} pass=${sh(password)} shell_type=none`,
            `rclone copy ./data ${identifier}-sftp:${identifier}/data --progress`,
            `rclone check --download ./data ${identifier}-sftp:${identifier}/data`,
          ),
        },
      ],
    ],
  ]
}

/** The recipes of a protocol by kind of program; none when the protocol is off. */
export function recipesOf(protocol: Protocol, access: Access): Recipes {
  const { addresses } = access
  if (protocol === 'webdav') return webdav(access)
  if (protocol === 'ftp') return addresses.ftp ? ftp(access, addresses.ftp) : []
  return addresses.sftp ? sftp(access, addresses.sftp) : []
}

/** Recipes for the site's own command-line client, which uses the API. */
export const clientRecipes = (origin: string, identifier: string): Recipe[] => [
  { key: 'clientGet', code: lines(`curl -fO ${origin}/dataspace.mjs`, `node dataspace.mjs login ${origin}`) },
  {
    key: 'clientUse',
    code: lines(
      `node dataspace.mjs upload ./data ${identifier}`,
      `node dataspace.mjs verify ./data ${identifier}:/data`,
      `node dataspace.mjs download ${identifier}:/data ./copy`,
    ),
  },
]

/** The operating system in a browser's user agent. */
export function systemOf(agent: string): System {
  if (/Mac OS X|Macintosh|iPhone|iPad/.test(agent)) return 'mac'
  return /Linux|X11|CrOS/.test(agent) && !/Android/.test(agent) ? 'linux' : 'windows'
}
