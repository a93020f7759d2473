import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { DATASET_LINE_MAX } from '#contract/publications/metadata.ts'
import { call } from '#providers/call.ts'
import { EntryField, EntryList } from './entry-list.tsx'
import type { Draft } from './use-draft.ts'

type Author = NonNullable<DraftFields['authors']>[number]
const NOBODY: Author = {
  kind: 'person',
  name: '',
  family: '',
  given: '',
  orcid: '',
  email: '',
  affiliations: [{ name: '', ror: '' }],
  isContact: false,
}

/** The authors in the order of the citation; the caller fills in themselves from their profile. */
export function Authors({ draft: { fields, set } }: { draft: Draft }) {
  const { t } = useTranslation()
  const { data: me } = useQuery({
    queryKey: ['account', 'profile'],
    queryFn: () => call(account.profile, {}, { quiet: true, aside: true }),
  })
  const own = (): Author => ({
    ...NOBODY,
    name: me?.name ?? '',
    orcid: me?.orcId ?? '',
    email: me?.emailAccounts ?? '',
    affiliations: [{ name: me?.orgChineseName ?? '', ror: '' }],
    isContact: true,
  })
  const authors = fields.authors ?? []
  const isIn = authors.some(({ email }) => email !== '' && email === me?.emailAccounts)
  return (
    <EntryList
      entries={authors}
      name={t('publications.authors.one')}
      adding={[
        ...(me && !isIn ? [{ label: t('publications.authors.addMe'), make: own }] : []),
        { label: t('publications.authors.addPerson'), make: () => NOBODY },
        {
          label: t('publications.authors.addOrganisation'),
          make: () => ({ ...NOBODY, kind: 'organisation' as const, affiliations: [] }),
        },
      ]}
      onChange={(next) => set({ authors: next })}
    >
      {(author, change) => <AuthorFields author={author} change={change} />}
    </EntryList>
  )
}

type FieldsProps = { author: Author; change: (over: Partial<Author>) => void }

function AuthorFields({ author, change }: FieldsProps) {
  const { t } = useTranslation()
  const line = (key: 'name' | 'family' | 'given' | 'orcid' | 'email') => (
    <EntryField label={t(`publications.authors.${key}`)}>
      <Input
        maxLength={DATASET_LINE_MAX}
        value={author[key]}
        onChange={(event) => change({ [key]: event.target.value })}
      />
    </EntryField>
  )
  const [first = { name: '', ror: '' }, ...others] = author.affiliations
  const unit = (over: Partial<typeof first>) => change({ affiliations: [{ ...first, ...over }, ...others] })
  return (
    <div className="entry-fields">
      {line('name')}
      {author.kind === 'person' && (
        <>
          {line('family')}
          {line('given')}
          {line('orcid')}
          <EntryField label={t('publications.authors.affiliation')}>
            <Input
              maxLength={DATASET_LINE_MAX}
              value={first.name}
              onChange={(event) => unit({ name: event.target.value })}
            />
          </EntryField>
          <EntryField label={t('publications.authors.ror')}>
            <Input
              maxLength={DATASET_LINE_MAX}
              value={first.ror}
              onChange={(event) => unit({ ror: event.target.value })}
            />
          </EntryField>
        </>
      )}
      {line('email')}
      <Checkbox checked={author.isContact} onChange={(event) => change({ isContact: event.target.checked })}>
        {t('publications.authors.isContact')}
      </Checkbox>
    </div>
  )
}
