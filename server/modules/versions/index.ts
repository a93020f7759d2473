import type { FastifyInstance } from 'fastify'
import { versions } from '#contract/versions.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import { goingBack } from './going-back.ts'
import type { VersionNeeds } from './needs.ts'
import { versionRules } from './rule.ts'
import { versionService } from './service.ts'
import { snapshotService } from './snapshots.ts'
import { thinning } from './thin.ts'
import { textOf, textWriting } from './write.ts'

/** Versions of files and spaces: viewing, restoring and thinning them; editing of texts. */
export function versionsModule(app: FastifyInstance, needs: VersionNeeds) {
  const service = versionService(needs)
  const snapshots = snapshotService(needs)
  const rules = versionRules(needs)
  const write = textWriting(needs)
  needs.tasks.register(goingBack(needs))
  needs.tasks.register(snapshots.making)
  mount(app, versions.list, service.list)
  mount(app, versions.describe, service.describe)
  mount(app, versions.restore, service.restore)
  mount(app, versions.remove, service.remove)
  mountUpload(app, versions.write, textOf, write)
  mount(app, versions.snapshots, snapshots.list)
  mount(app, versions.make, snapshots.make)
  mount(app, versions.forget, snapshots.forget)
  mount(app, versions.outlook, snapshots.outlook)
  mount(app, versions.restoreAll, snapshots.restore)
  mount(app, versions.rule, rules.rule)
  mount(app, versions.setRule, rules.setRule)
  mountContent(app, needs, service)
  return thinning(needs)
}

function mountContent(app: FastifyInstance, { files }: VersionNeeds, service: ReturnType<typeof versionService>) {
  mountBytes(app, versions.content, async (input, { actor, request, reply }) => {
    const { node, space, version, isDownload, path } = await service.content(input, actor)
    const { sha256, size, number, isCurrent } = version
    const name = isCurrent ? node.name : nameOf(node.name, number)
    const shown = { ...node, name, size, sha256, updated_at: new Date(version.at) }
    const onBytes = (start: number | null) => {
      if (isDownload) files.noteDownload({ space, actor, address: request.ip }, shown, path, start)
    }
    return files.reading.send(request, reply, shown, { isDownload, onBytes })
  })
}

/** The download name of a version: version 3 of `a.csv` is `a.v3.csv`. */
function nameOf(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)}.v${number}${name.slice(dot)}` : `${name}.v${number}`
}
