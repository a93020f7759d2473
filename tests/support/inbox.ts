import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** What has arrived at an address, oldest first, from the folder that mails go to without a server. */
export async function readInbox(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  // No mail, no folder.
  const names = await readdir(folder).catch(() => [])
  // File names are ids, so they sort by time.
  const mails = await Promise.all(
    names.sort().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}

/** The address of the first link of this site in a mail. */
export const linkIn = (mail: Email | undefined): string => /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''

/** The secret of the first link in a mail. */
export const codeIn = (mail: Email | undefined): string =>
  /[?&](?:code|backup)=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
