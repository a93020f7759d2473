import { contract } from '#contract/index.ts'
import type { Channel } from '#contract/journal.ts'
import type { Client } from './client.ts'
import { allOf, dataTo, type FtpClient } from './ftp-client.ts'
import { store } from './ftp-data.ts'
import type { SftpDriver } from './sftp-driver.ts'
import { upload } from './upload.ts'

const { files } = contract

/** The target of a verb: a file in the root of a space, known by its name, and a destination folder. */
export type Target = {
  spaceId: string
  identifier: string
  name: string
  hash: string
  folder: string
  folderHash: string
}
/** `done`, or the refusal that was returned. */
export type Outcome = string
/** How a person performs verbs over a channel; a verb that the channel does not have is absent. */
export type Driver = Partial<Record<Verb, (target: Target) => Promise<Outcome>>>

/**
 * The flags that each verb needs, written by hand from the specification (section 6) and the flag table, independently
 * of `contract/core/policy.ts`. DOWN, EDIT and DEL are pairs of flags (own, other).
 */
export const verbs = {
  list: [],
  read: ['DOWN'],
  write: ['F_MAKE'],
  make: ['F_MAKE'],
  replace: ['F_MAKE', 'EDIT'],
  rename: ['EDIT'],
  move: ['F_MAKE', 'EDIT'],
  copy: ['F_MAKE', 'DOWN'],
  date: ['EDIT'],
  remove: ['DEL'],
} as const
export type Verb = keyof typeof verbs
/** The flag that signing in over a channel needs; the web and the API for programs need none. */
export const channelNeeds = {
  web: null,
  token: null,
  webdav: 'F_OTHER_WEBDAV',
  ftp: 'F_OTHER_FTP',
  sftp: 'F_OTHER_FTP',
} as const
export type MatrixChannel = Extract<Channel, keyof typeof channelNeeds>

/** The contents written to a new file and over an existing one. */
export const FRESH = Buffer.from('c,d\n3,4\n')
/** The new name that a rename gives. */
export const renamed = ({ name }: Pick<Target, 'name'>) => `renamed ${name}`
const AT = new Date('2020-02-02T02:02:02Z')

async function saidBy(response: Promise<Response>): Promise<Outcome> {
  const answer = await response
  const text = await answer.text()
  return answer.ok ? 'done' : text
}
const saidOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

/** The API: in a browser, or with a program's access token. */
export const webDriver = (client: Client): Driver => ({
  list: ({ spaceId }) => saidBy(client.send(files.list, { spaceId })),
  read: ({ spaceId, hash }) => saidBy(client.send(files.content, { spaceId, hash, download: '1' })),
  write: ({ spaceId, name }) => saidOf(upload(client, { spaceId, name }, FRESH)),
  make: ({ spaceId, name }) => saidBy(client.send(files.create, { spaceId, path: name })),
  replace: ({ spaceId, name }) => saidOf(upload(client, { spaceId, name, conflict: 'replace' }, FRESH)),
  rename: (target) =>
    saidBy(client.send(files.rename, { spaceId: target.spaceId, hash: target.hash, name: renamed(target) })),
  move: ({ spaceId, hash, folderHash }) => saidBy(client.send(files.move, { spaceId, hash, target: folderHash })),
  copy: ({ spaceId, hash, folderHash }) => saidBy(client.send(files.copy, { spaceId, hash, target: folderHash })),
  remove: ({ spaceId, hash }) => saidBy(client.send(files.remove, { spaceId, hashList: [hash] })),
})

const dated = `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:getlastmodified>${AT.toUTCString()}</D:getlastmodified></D:prop></D:set></D:propertyupdate>`

/** WebDAV. */
export function webdavDriver(origin: string, user: string, password: string): Driver {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const urlOf = ({ identifier }: Target, ...names: string[]) =>
    [`${origin}/dav`, identifier, ...names.map(encodeURIComponent)].join('/')
  const send = (method: string, url: string, headers: Record<string, string> = {}, body?: Buffer | string) =>
    fetch(url, {
      method,
      headers: { authorization, ...headers },
      ...(body && { body: new Uint8Array(Buffer.from(body)) }),
    })
  const going = (method: string, target: Target, ...to: string[]) =>
    saidBy(send(method, urlOf(target, target.name), { destination: urlOf(target, ...to), overwrite: 'F' }))
  return {
    list: (target) => saidBy(send('PROPFIND', `${urlOf(target)}/`, { depth: '1' })),
    read: (target) => saidBy(send('GET', urlOf(target, target.name))),
    write: (target) => saidBy(send('PUT', urlOf(target, target.name), { 'if-none-match': '*' }, FRESH)),
    make: (target) => saidBy(send('MKCOL', urlOf(target, target.name))),
    replace: (target) => saidBy(send('PUT', urlOf(target, target.name), {}, FRESH)),
    rename: (target) => going('MOVE', target, renamed(target)),
    move: (target) => going('MOVE', target, target.folder, target.name),
    copy: (target) => going('COPY', target, target.folder, target.name),
    async date(target) {
      const answer = await send('PROPPATCH', urlOf(target, target.name), { 'content-type': 'application/xml' }, dated)
      const text = await answer.text()
      return answer.status === 207 && text.includes('200 OK') ? 'done' : text
    },
    remove: (target) => saidBy(send('DELETE', urlOf(target, target.name))),
  }
}

/** FTP. */
export function ftpDriver(client: FtpClient): Driver {
  const pathOf = ({ identifier }: Target, ...names: string[]) => `/${[identifier, ...names].join('/')}`
  const saidIn = async (reply: Promise<string>): Promise<Outcome> => {
    const text = await reply
    return /^2/.test(text) ? 'done' : text
  }
  const say = (line: string) => saidIn(client.say(line))
  const put = (target: Target) => saidIn(store(client, `STOR ${pathOf(target, target.name)}`, FRESH))
  /** Reads everything from a data connection and returns the last reply. */
  async function taken(line: string): Promise<string> {
    const socket = await dataTo(await client.passive())
    const first = await client.say(line)
    if (!first.startsWith('1')) {
      socket.destroy()
      return first
    }
    await allOf(socket)
    return client.reply()
  }
  async function going(target: Target, ...to: string[]): Promise<Outcome> {
    const first = await client.say(`RNFR ${pathOf(target, target.name)}`)
    return first.startsWith('350') ? say(`RNTO ${pathOf(target, ...to)}`) : first
  }
  return {
    list: (target) => saidIn(taken(`MLSD ${pathOf(target)}`)),
    read: (target) => saidIn(taken(`RETR ${pathOf(target, target.name)}`)),
    write: put,
    make: (target) => say(`MKD ${pathOf(target, target.name)}`),
    replace: put,
    rename: (target) => going(target, renamed(target)),
    move: (target) => going(target, target.folder, target.name),
    date: (target) => say(`MFMT 20200202020202 ${pathOf(target, target.name)}`),
    remove: (target) => say(`DELE ${pathOf(target, target.name)}`),
  }
}

/** SFTP. */
export function sftpDriver(sftp: SftpDriver): Driver {
  const pathOf = ({ identifier }: Target, ...names: string[]) => `/${[identifier, ...names].join('/')}`
  return {
    list: (target) => saidOf(sftp.list(pathOf(target))),
    read: (target) => saidOf(sftp.read(pathOf(target, target.name))),
    write: (target) => saidOf(sftp.write(pathOf(target, target.name), FRESH)),
    make: (target) => saidOf(sftp.make(pathOf(target, target.name))),
    replace: (target) => saidOf(sftp.write(pathOf(target, target.name), FRESH)),
    rename: (target) => saidOf(sftp.rename(pathOf(target, target.name), pathOf(target, renamed(target)))),
    move: (target) => saidOf(sftp.rename(pathOf(target, target.name), pathOf(target, target.folder, target.name))),
    date: (target) => saidOf(sftp.date(pathOf(target, target.name), AT)),
    remove: (target) => saidOf(sftp.remove(pathOf(target, target.name))),
  }
}
