import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changerOf } from '#contract/core/policy.ts'
import { rights, type Why, type WhyAnswer, WhyGroup } from '#contract/rights.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import './why.css'

type Asked = { spaceId: string; personId?: string; hash?: string }
type WordOf<P> = P extends `${infer Capability}.${infer Action}` ? `${Capability}${Capitalize<Action>}` : never
/** The text key of a permission: `space.setRights` is `spaceSetRights`. */
const wordOf = <P extends string>(permission: P): WordOf<P> =>
  permission.replace(/\.(.)/, (_dot, letter: string) => letter.toUpperCase()) as WordOf<P>

/**
 * What a person (the user without `personId`) may do in a space or with one item, by which rules, and who can change
 * it.
 */
export default function WhyDrawer({ onClose, ...asked }: Asked & { onClose: () => void }) {
  const { t } = useTranslation()
  const { spaceId, personId, hash } = asked
  const query = useQuery({
    queryKey: ['why', spaceId, personId, hash],
    queryFn: () => call(rights.why, { id: spaceId, personId, hash }, { quiet: true }),
    staleTime: 0,
  })
  // The drawer unmounts together with its address, so the focus is returned to the opening element by hand.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus()), [opener])
  const name = query.data?.person.personName
  return (
    <Drawer
      open
      onClose={onClose}
      size={560}
      title={personId && name ? t('rights.why.ofPerson', { name }) : t('rights.why.mine')}
    >
      {query.data && <Answer answer={query.data} />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isPending && <PropertiesSkeleton />}
    </Drawer>
  )
}

function Answer({ answer }: { answer: WhyAnswer }) {
  const { t } = useTranslation()
  const [isShort, setShort] = useState(false)
  const { person, item, list } = answer
  const refused = list.filter((one) => !one.isAllowed)
  const shown = isShort ? refused : list
  return (
    <div className="why">
      <p className="why-who">
        <span className="tag">{person.role ? t(`home.roles.${person.role}`) : t('rights.why.noRole')}</span>
        {item && (
          <span>
            {t('rights.why.item', { name: item.name })}{' '}
            <small>
              {item.isOwn ? t('rights.why.itemOwn') : t('rights.why.itemOthers', { name: item.authorName })}
            </small>
          </span>
        )}
      </p>
      {person.role === 'owner' && <p className="why-owner">{t('rights.why.ownerAll')}</p>}
      <div className="why-head">
        <span className="num">{t('rights.why.count', { yes: list.length - refused.length, no: refused.length })}</span>
        <Segmented
          size="small"
          value={isShort ? 'not' : 'all'}
          onChange={(value) => setShort(value === 'not')}
          options={[
            { value: 'all', label: t('rights.why.all') },
            { value: 'not', label: t('rights.why.onlyNot') },
          ]}
        />
      </div>
      {WhyGroup.options.map((group) => {
        const some = shown.filter((one) => one.group === group)
        return some.length ? <Group key={group} group={group} some={some} answer={answer} /> : null
      })}
    </div>
  )
}

function Group({ group, some, answer }: { group: WhyGroup; some: readonly Why[]; answer: WhyAnswer }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t(`rights.why.groups.${group}`)}</h3>
      <ul>
        {some.map((one) => (
          <Line key={one.permission} one={one} answer={answer} />
        ))}
      </ul>
    </section>
  )
}

function Line({ one, answer }: { one: Why; answer: WhyAnswer }) {
  const { t } = useTranslation()
  const { permission, isAllowed, rule, flag } = one
  return (
    <li data-allowed={isAllowed}>
      {isAllowed ? <CheckOutlined aria-hidden="true" /> : <CloseOutlined aria-hidden="true" />}
      <div>
        <b>
          {t(`rights.why.permissions.${wordOf(permission)}`)}
          <span className="sr-only">: {isAllowed ? t('rights.why.may') : t('rights.why.mayNot')}</span>
        </b>
        <p>{t(`policy.reasons.${rule}`, { flag: flag ? t(`policy.flags.${flag}`) : '' })}</p>
        <Change rule={rule} answer={answer} />
      </div>
    </li>
  )
}

/** Names the people who can change the answer. */
function Change({ rule, answer: { changers, person } }: { rule: Why['rule']; answer: WhyAnswer }) {
  const { t } = useTranslation()
  const changer = changerOf[rule]
  const isOwner = person.role === 'owner' && changer !== 'administrators'
  // An owner's permissions change only with the owner, which is stated once.
  if (changer === 'nobody' || isOwner) return null
  const name = changers.ownerName
  if (changer !== 'rights' && changer !== 'members') return <small>{t(`rights.why.change.${changer}`, { name })}</small>
  const who = changers[changer].reduce(
    (list, role) => t('rights.why.who.role', { list, role: t(`joining.roleInWords.${role}`) }),
    t('rights.why.who.owner', { name }),
  )
  return <small>{t(`rights.why.change.${changer}`, { who })}</small>
}
