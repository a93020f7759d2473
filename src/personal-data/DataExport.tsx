import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type PersonalData, personalData } from '#contract/personal-data.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../widgets/FormEnd.tsx'
import { formatBytes, formatDateTime } from '../widgets/format.ts'
import { Loaded } from '../widgets/Loaded.tsx'
import './data-export.css'

/** How often an export under way is looked at; milliseconds. */
const LOOK_MS = 2000

const isOpen = (found: PersonalData | null | undefined) => found?.state === 'waiting' || found?.state === 'running'

type Props = {
  /** Whose data an administrator exports; absent: one's own. */
  userId?: string
  /** The text shown while there is no export, or one is being made. */
  none: string
  pending: string
  /** The label of the button that begins the first one. */
  first: string
}

/** The export of somebody's data: its state, the button that begins it and the link to its file. */
export function DataExport({ userId, none, pending, first }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const task = useTask()
  const queryKey = ['personalData', userId ?? 'own']
  const query = useQuery({
    queryKey,
    queryFn: () =>
      userId
        ? call(personalData.showFor, { id: userId }, { quiet: true })
        : call(personalData.show, {}, { quiet: true }),
    refetchInterval: ({ state }) => isOpen(state.data) && LOOK_MS,
  })
  const begin = () =>
    task.run(async () => {
      const begun = userId
        ? await call(personalData.beginFor, { id: userId }, { quiet: true })
        : await call(personalData.begin, {}, { quiet: true })
      client.setQueryData(queryKey, begun)
    })
  const file = userId ? addressOf(personalData.downloadFor, { id: userId }) : addressOf(personalData.download, {})
  return (
    <Loaded query={query}>
      {(found) => (
        <div className="data-export">
          <div aria-live="polite">
            {found ? <State found={found} pending={pending} /> : <p>{none}</p>}
            <Problem text={task.problem} />
          </div>
          <div className="data-export-buttons">
            {found?.state === 'ready' && (
              <Button type="primary" href={file} download>
                {t('personalData.download')}
              </Button>
            )}
            <Button loading={task.isBusy || isOpen(found)} onClick={begin}>
              {found ? t('personalData.again') : first}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  )
}

function State({ found, pending }: { found: PersonalData; pending: string }) {
  const { t, i18n } = useTranslation()
  const { state, askedAt, expiresAt, sizeBytes, isByAdministrator } = found
  return (
    <>
      <p>
        <strong>{t(`personalData.states.${state}`)}</strong>
        {state === 'ready' && <span className="num"> · {formatBytes(sizeBytes)}</span>}
      </p>
      <p className="num">
        {expiresAt
          ? t('personalData.until') + formatDateTime(expiresAt, i18n.language)
          : t('personalData.asked') + formatDateTime(askedAt, i18n.language)}
        {isByAdministrator && ` · ${t('personalData.byAdministrator')}`}
      </p>
      {isOpen(found) && <p>{pending}</p>}
      {state === 'failed' && <p>{t('personalData.failedHint')}</p>}
    </>
  )
}
