import { demandSuccess, type Outside } from '#server/http/outside.ts'
import type { NewPart, Running } from '#server/modules/tasks/index.ts'
import { lengthOf } from './drives/text.ts'
import { nameOf } from './names.ts'
import type { Sealer } from './sealer.ts'
import type { Source } from './source.ts'

/** Imports files from URLs. */
export function urlSource(task: Running, sealer: Sealer, outside: Outside): Source {
  const urls = sealer.open<string[]>(String(task.options.urls))
  return {
    isSized: false,
    *plan(): Generator<NewPart> {
      for (const [at, url] of urls.entries()) yield { path: nameOf(new URL(url)), source: { at } }
    },
    async open({ source }, signal) {
      const answer = await outside.ask(urls[Number(source.at)] ?? '', { signal })
      demandSuccess(answer)
      const { headers, url, body } = answer
      const size = lengthOf(headers['content-length'])
      return { size, bytes: body, name: nameOf(url, headers['content-disposition']) }
    },
  }
}
