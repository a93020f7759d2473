import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { capacity } from '#contract/capacity.ts'
import { files, trash } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { useOffer } from '../../src/widgets/use-offer.tsx'

/** Actions that free capacity in a space; after each one the figures are refetched. */
export function useTidy(spaceId: string) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const offer = useOffer()
  const client = useQueryClient()

  const asked = () =>
    Promise.all(
      [['advice', spaceId], ['space'], ['trash', spaceId]].map((queryKey) => client.invalidateQueries({ queryKey })),
    )

  async function putInTrash(hashList: string[]): Promise<void> {
    const { list } = await call(files.remove, { spaceId, hashList })
    await asked()
    const undo = async () => {
      for (const { trashId } of list) await call(trash.restore, { id: trashId, spaceId })
      await asked()
      void message.success(t('capacity.advice.undone'))
    }
    offer({
      said: t('capacity.advice.trashed', { count: list.length }),
      label: t('capacity.advice.undo'),
      act: () => void undo(),
    })
  }

  async function emptyTrash(): Promise<void> {
    const { purged } = await call(trash.purge, { spaceId })
    await asked()
    void message.success(t('capacity.advice.emptied', { count: purged }))
  }

  async function dropVersions(hashes: string[]): Promise<void> {
    const { freedBytes } = await call(capacity.dropVersions, { id: spaceId, hashes })
    await asked()
    void message.success(t('capacity.advice.dropped', { size: formatBytes(freedBytes) }))
  }

  return { putInTrash, emptyTrash, dropVersions }
}
