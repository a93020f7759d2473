import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The mails that arrived at an address, oldest first, from the folder used when no mail server is configured. */
export async function readInbox(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  // The folder does not exist before the first mail.
  const names = await readdir(folder).catch(() => [])
  // File names are ids, so they sort by time.
  const mails = await Promise.all(
    names.sort().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}

/** The address of the first link in a mail. */
export const linkIn = (mail: Email | undefined): string => /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''

/** The secret of the first link in a mail. */
export const codeIn = (mail: Email | undefined): string =>
  /[?&](?:code|backup)=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
