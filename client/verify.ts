import { forEachConcurrently } from './concurrency.ts'
import { filesIn, walkFolder } from './local-tree.ts'
import { findFolder, type Place } from './place.ts'
import { walkRemote } from './remote-tree.ts'
import { sha256Of } from './source.ts'
import { eachAlone, type Task } from './task.ts'

/** Compares every file of a local folder with a folder of a space by SHA-256. */
export async function verify(task: Task, dir: string, place: Place): Promise<void> {
  const { api, report } = task
  const { top, left } = await walkFolder(dir)
  const here = new Map([...filesIn(top)].map((file) => [file.at, file]))
  const spaceId = await api.spaceId(place.code)
  const { hash, size } = await findFolder(api, spaceId, place)
  report.expect(size)
  report.start()
  await forEachConcurrently(walkRemote(api, spaceId, hash), task.parallel, async ({ at, record, isFolder }) => {
    if (isFolder) return
    const file = here.get(at)
    here.delete(at)
    if (!file) return report.file({ path: at, state: 'missing', bytes: record.size })
    await eachAlone(task, at, async () => {
      const isSame = file.size === record.size && (await sha256Of(file.path)) === record.sha256
      report.moved(record.size)
      report.file({ path: at, state: isSame ? 'same' : 'different', bytes: record.size, sha256: record.sha256 ?? '' })
    })
  })
  for (const path of [...here.keys(), ...left.map(({ at }) => at)]) report.file({ path, state: 'extra' })
}
