import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { preview } from '#contract/preview.ts'
import { versions } from '#contract/versions.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { PreviewModal, type PreviewSource } from '../../preview/index.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'

const nothing = () => Promise.resolve()

/** Previews an older version of a file. */
export default function LookDialog({ context, about: { record, version }, onClose }: DialogProps<'lookAtVersion'>) {
  const { t } = useTranslation()
  const { source } = context
  const spaceId = context.space.id
  const { number } = version
  const file = {
    ...record,
    name: t('versions.fileOf', { name: record.name, number }),
    size: version.size,
    sha256: version.sha256,
    updateTime: version.at,
    version: number,
  }
  const then = useMemo<PreviewSource>(
    () => ({
      id: `${spaceId} ${number}`,
      components: source.components,
      data: (hash) => ({
        address: addressOf(versions.content, { spaceId, hash, number }),
        framed: (componentId) => call(preview.data, { spaceId, hash, componentId, version: number }, { quiet: true }),
      }),
      downloadOf: (hash) => addressOf(versions.content, { spaceId, hash, number, download: '1' }),
      siblings: [],
      may: (one) => ({ ...source.may(one), remove: null }),
    }),
    [source, spaceId, number],
  )
  return <PreviewModal source={then} file={file} onClose={onClose} onStep={() => undefined} onRemove={nothing} />
}
