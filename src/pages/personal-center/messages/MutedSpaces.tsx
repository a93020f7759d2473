import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type MutedSpace, messages } from '#contract/messages.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { messageKeys } from '#providers/messages.ts'
import { useMute } from '#providers/use-mute.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { MoreButton } from '../../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../../widgets/NotLoaded.tsx'
import { Section } from '../parts.tsx'

/** The spaces that the person has muted; not shown while there are none. */
export function MutedSpaces() {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: messageKeys.muted,
    ...byPages((after) => call(messages.muted, after, { quiet: true })),
    staleTime: 0,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  if (!list.length && !query.isError) return null
  return (
    <Section title={t('messages.mutedSpaces')} hint={t('messages.muteHint')}>
      {query.isError && !list.length && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      <ul className="personal-list">
        {list.map((space) => (
          <Muted key={space.id} space={space} />
        ))}
      </ul>
      <MoreButton query={query} />
    </Section>
  )
}

function Muted({ space: { id, name } }: { space: MutedSpace }) {
  const { t } = useTranslation()
  const { isBusy, problem, mute } = useMute()
  const space = name || t('messages.formerSpace')
  return (
    <li>
      <div className="personal-row">
        <strong>{space}</strong>
        <Button
          size="small"
          loading={isBusy}
          aria-label={t('messages.unmuteOne', { space })}
          onClick={() => void mute(id, false)}
        >
          {t('messages.unmute')}
        </Button>
      </div>
      <Problem text={problem} />
    </li>
  )
}
