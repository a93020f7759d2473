import { Alert, Button, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '#contract/core/policy.ts'
import type { Conflict } from '#contract/files.ts'
import { verdictWords } from '../../rights/verdict.ts'
import { GuardedDrawer } from '../../widgets/GuardedDrawer.tsx'
import { ConflictField } from '../archives/ConflictField.tsx'
import { useBegin } from '../archives/use-begin.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { FromDrive } from './FromDrive.tsx'
import { FromLink } from './FromLink.tsx'
import { FromPublished } from './FromPublished.tsx'
import { FromSpace } from './FromSpace.tsx'
import { FromUrl } from './FromUrl.tsx'
import type { Begin } from './way.ts'
import './imports.css'

const ways = { url: FromUrl, published: FromPublished, link: FromLink, drive: FromDrive, space: FromSpace } as const
type Way = keyof typeof ways
const rights = {
  url: 'import.drive',
  published: 'import.drive',
  drive: 'import.drive',
  link: 'import.space',
  space: 'import.space',
} as const

/** Imports files from elsewhere into the current folder. */
export default function ImportDialog({ context, onClose }: DialogProps<'importFiles'>) {
  const { t } = useTranslation()
  const [way, setWay] = useState<Way>('url')
  const [conflict, setConflict] = useState<Conflict>('keepBoth')
  const [isDirty, setDirty] = useState(false)
  const [readies, setReadies] = useState<Partial<Record<Way, Begin | null>>>({})
  const ready = readies[way]
  const { isBusy, problem, begin } = useBegin(context.space.id, onClose)
  const spaceId = context.space.id
  const finish = () =>
    ready && void begin(() => ready({ spaceId, conflict, ...(context.folder && { hash: context.folder.hash }) }))
  return (
    <GuardedDrawer
      isDirty={isDirty}
      size={640}
      title={t('imports.title', { folder: context.folder?.name || context.space.name })}
      onClose={onClose}
      footer={
        <div className="imports-end">
          <Button onClick={onClose}>{t('imports.cancel')}</Button>
          <Button type="primary" disabled={!ready} loading={isBusy} onClick={finish}>
            {t('imports.begin')}
          </Button>
        </div>
      }
    >
      {() => (
        <>
          <Tabs
            activeKey={way}
            tabBarGutter={20}
            onChange={(next) => setWay(next as Way)}
            // Any input in any of the tabs marks the dialog as changed.
            onInput={() => setDirty(true)}
            items={(Object.keys(ways) as Way[]).map((key) => {
              const verdict = explain(context.actor, rights[key], context.policyContext)
              const View = ways[key]
              return {
                key,
                label: t(`imports.ways.${key}`),
                children: verdict.allowed ? (
                  <View
                    spaceId={spaceId}
                    space={context.space}
                    onReady={(next) => setReadies((before) => ({ ...before, [key]: next }))}
                  />
                ) : (
                  <Alert type="warning" showIcon title={verdictWords(t, verdict)} />
                ),
              }
            })}
          />
          {ready && <ConflictField value={conflict} onChange={setConflict} />}
          {problem && <Alert type="error" showIcon title={problem} />}
        </>
      )}
    </GuardedDrawer>
  )
}
