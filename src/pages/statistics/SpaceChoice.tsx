import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { call } from '#providers/call.ts'
import { findSpaces } from '#providers/spaces.ts'
import { SpaceSelect } from '../../widgets/SpaceSelect.tsx'
import { statisticsKey } from './statistics-key.ts'

/** The space whose figures a page shows, as its address keeps it; without one they are those of the whole site. */
export function useChosenSpace() {
  const [address, setAddress] = useSearchParams()
  const spaceId = address.get('space') ?? undefined
  const { data: space, isError: isGone } = useQuery({
    queryKey: statisticsKey.space(spaceId ?? ''),
    queryFn: () => call(managedSpaces.show, { id: spaceId ?? '' }, { quiet: true, aside: true }),
    enabled: spaceId !== undefined,
  })
  const choose = (id: string | undefined) =>
    setAddress((before) => {
      if (id) before.set('space', id)
      else before.delete('space')
      return before
    })
  return { wish: spaceId ? { spaceId } : {}, space, isGone, choose }
}
export type ChosenSpace = ReturnType<typeof useChosenSpace>

export function SpaceChoice({ chosen: { wish, space, isGone, choose } }: { chosen: ChosenSpace }) {
  const { t } = useTranslation()
  return (
    <SpaceSelect
      className="statistics-space"
      label={t('statistics.space')}
      placeholder={t('statistics.allSpaces')}
      value={wish.spaceId}
      known={isGone ? t('traffic.gone.spaces') : space?.name}
      onChange={choose}
      find={findSpaces}
      allowClear
    />
  )
}
