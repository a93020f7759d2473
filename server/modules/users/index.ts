import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMPORT_BYTES_MAX } from '#contract/core/limits.ts'
import { users } from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { sendSheet } from '#server/http/csv.ts'
import { readForm } from '#server/http/form.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import { XLSX } from '#server/sheets/write-xlsx.ts'
import type { UserNeeds } from './change.ts'
import type { Sheet } from './import.ts'
import { type UserService, userService } from './service.ts'
import { sqlUserStore } from './store.ts'

export type { UserService } from './service.ts'

type Needs = Deps & Omit<UserNeeds, 'store'>

/** Maximum number of sheets and directories that this process reads at once. */
const IMPORTS_AT_ONCE = 2

/** Accounts as administrators see and change them, invitations, and import and export of accounts as sheets. */
export function usersModule(app: FastifyInstance, needs: Needs): UserService {
  const service = userService({ ...needs, store: sqlUserStore(needs.db) })
  mount(app, users.list, service.list)
  mount(app, users.counts, service.counts)
  mount(app, users.show, service.show)
  mount(app, users.create, service.create)
  mount(app, users.update, service.update)
  mount(app, users.invite, service.invite)
  mount(app, users.activate, service.activate)
  mount(app, users.enable, service.enable)
  mount(app, users.disable, service.disable)
  mount(app, users.lock, service.lock)
  mount(app, users.unlock, service.unlock)
  mount(app, users.endSessions, service.endSessions)
  mount(app, users.resetSecondStep, service.resetSecondStep)
  mount(app, users.owned, service.owned)
  mount(app, users.invitations, service.invitations)
  mount(app, users.addInvitation, service.addInvitation)
  mount(app, users.removeInvitation, service.removeInvitation)
  let imports = 0
  // While it is read, a sheet needs many times its size in memory.
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (imports >= IMPORTS_AT_ONCE) throw new Failure('busy')
    imports += 1
    try {
      return await work()
    } finally {
      imports -= 1
    }
  }
  mountUpload(app, users.import, sheetOf, (input, sheet, call) => inTurn(() => service.importSheet(input, sheet, call)))
  mount(app, users.importDirectory, (input, call) => inTurn(() => service.importDirectory(input, call)))
  mountBytes(app, users.export, async (query, call) => sendSheet(call.reply, await service.exportSheet(query, call)))
  mountBytes(app, users.template, async (_input, { language, reply }) =>
    sendSheet(reply, { name: 'users.xlsx', type: XLSX, bytes: await service.template(language) }),
  )
  return service
}

/** The fields and the one file of an import form. Throws tooLarge, and sheetUnreadable when there is no file. */
async function sheetOf(request: FastifyRequest): Promise<{ fields: Record<string, unknown>; bytes: Sheet }> {
  const limits = { fileSize: IMPORT_BYTES_MAX, files: 1, fields: 5 }
  const { fields, file: bytes } = await readForm(request, limits, async (part) => ({
    name: part.filename,
    content: await part.toBuffer(),
  }))
  if (!bytes) throw new Failure('sheetUnreadable')
  return { fields, bytes }
}
