import type { PageData } from '#contract/pages/data.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** A page as a browser without JavaScript receives it. */
export type ReadPage = {
  response: Response
  html: string
  /** The visible part: the page without its data block. */
  body: string
  data: PageData
}

const TAIL = /<script type="application\/json" id="page-data">(.*?)<\/script>/s

/** Fetches a page of the world's server; signed in when a client is given. */
export async function readPage(
  world: Pick<World, 'origin'>,
  path: string,
  { as, headers }: { as?: Client; headers?: Record<string, string> } = {},
): Promise<ReadPage> {
  const init = { headers: { 'accept-language': 'en', ...headers } }
  const response = await (as ? as.fetch(path, init) : fetch(world.origin + path, init))
  const html = await response.text()
  const [, text = '{}'] = TAIL.exec(html) ?? []
  return { response, html, body: html.replace(TAIL, ''), data: JSON.parse(text) as PageData }
}

/** Addresses in elements of one kind, with HTML entities decoded. */
export const addressesIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
