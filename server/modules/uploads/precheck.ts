import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { CHECK_EXISTS, checkRefusals, type uploads } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { Twin, UploadStore } from './store.ts'

export type CheckInput = ParsedOf<typeof uploads.check>
export type CheckAnswer = { code: number; reason?: keyof typeof checkRefusals; checkId?: string; file?: FileRecord }

export const refuse = (reason: keyof typeof checkRefusals): CheckAnswer => ({ code: checkRefusals[reason], reason })

/** The result of a taken name before any byte is sent; null: continue. */
export function answerTakenName(
  input: Pick<CheckInput, 'fileMd5' | 'total' | 'conflict'>,
  holder: { record: FileRecord; md5: string | null },
  space: EnteredSpace,
  actor: SignedIn,
): CheckAnswer | null {
  const isSame = holder.md5 === input.fileMd5.toLowerCase() && holder.record.size === input.total
  if (isSame && input.conflict !== 'keepBoth') return { code: CHECK_EXISTS, file: holder.record }
  if (input.conflict === 'skip') return { code: CHECK_EXISTS, file: holder.record }
  if (input.conflict === 'refuse') return refuse('nameTaken')
  if (input.conflict === 'keepBoth') return null
  if (holder.record.mime === 'directory') return refuse('nameTaken')
  return can(actor, 'file.edit', { space: space.policyContext, authorId: holder.record.author.personId })
    ? null
    : refuse('forbidden')
}

type Needs = {
  store: Pick<UploadStore, 'twins'>
  spaces: Pick<SpaceService, 'enter'>
  files: Pick<FilesModule, 'isLive'>
}

/** Finds contents that need not be sent. */
export function precheckRules({ store, spaces, files }: Needs) {
  /** Only a content that the caller may download is reported as known, so that others are not revealed. */
  async function known(md5: string, size: number, actor: SignedIn): Promise<string | null> {
    const twins: Twin[] = await store.twins(md5, size, actor.id)
    for (const twin of twins) if (await mayDownload(twin, actor)) return twin.sha256
    return null
  }

  async function mayDownload(twin: Twin, actor: SignedIn): Promise<boolean> {
    const space = await spaces.enter(twin.space_id, actor).catch((error: unknown) => {
      if (error instanceof Failure) return null
      throw error
    })
    if (!space || !can(actor, 'file.download', { space: space.policyContext, authorId: twin.author_id })) return false
    return files.isLive(space.id, twin.node_id)
  }

  return { known }
}
