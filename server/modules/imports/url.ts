import { type Outside, refusalOfStatus } from '#server/http/outside.ts'
import type { NewPart, Running } from '#server/modules/tasks/index.ts'
import { nameOf } from './names.ts'
import type { Source } from './source.ts'

/** Files at addresses on the web. */
export function urlSource(task: Running, outside: Outside): Source {
  return {
    isSized: false,
    *plan(): Generator<NewPart> {
      for (const url of task.options.urls as string[]) yield { path: nameOf(new URL(url)), source: { url } }
    },
    async open({ source }, signal) {
      const { status, headers, url, body, discard } = await outside.ask(String(source.url), { signal })
      const refusal = refusalOfStatus(status)
      if (refusal) {
        discard()
        throw refusal
      }
      const length = headers['content-length']
      const size = length === undefined ? null : Number(length)
      return { size, bytes: body, name: nameOf(url, headers['content-disposition']) }
    },
  }
}
