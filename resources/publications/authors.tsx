import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { DATASET_LINE_MAX } from '#contract/publications/metadata.ts'
import type { RegistryMatch } from '#contract/registries.ts'
import { call } from '#providers/call.ts'
import { EntryField, EntryList } from './entry-list.tsx'
import { nameParts } from './name-parts.ts'
import { KeepButton, RegistryField } from './registry-field.tsx'
import type { FieldValues } from './use-draft.ts'

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

/**
 * The authors in the order of the citation; the caller fills in themselves from their profile. Nobody is a contact, whose
 * address becomes public, before they are made one.
 */
export function Authors({ draft: { spaceId, fields, set } }: { draft: FieldValues }) {
  const { t } = useTranslation()
  const { data: me } = useQuery({
    queryKey: ['account', 'profile'],
    queryFn: () => call(account.profile, {}, { quiet: true, aside: true }),
  })
  const own = (): Author => ({
    ...NOBODY,
    name: me?.name ?? '',
    ...nameParts(me?.name ?? ''),
    orcid: me?.orcId ?? '',
    email: me?.emailAccounts ?? '',
    affiliations: [{ name: me?.orgChineseName ?? '', ror: '' }],
  })
  const authors = fields.authors ?? []
  const isIn = authors.some(({ email }) => email !== '' && email === me?.emailAccounts)
  return (
    <EntryList
      entries={authors}
      place="authors"
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
      {(author, change) => <AuthorFields author={author} spaceId={spaceId} change={change} />}
    </EntryList>
  )
}

type FieldsProps = { author: Author; spaceId: string | undefined; change: (over: Partial<Author>) => void }

/** An author as the registry knows them; what it does not say stays. */
const known = (author: Author, match: RegistryMatch): Author => ({
  ...author,
  name: match.name,
  family: match.family || author.family,
  given: match.given || author.given,
  orcid: match.kind === 'person' ? match.identifier || author.orcid : '',
  email: match.email || author.email,
  ...(match.organisation && {
    affiliations: [{ name: match.organisation, ror: match.organisationRor }, ...author.affiliations.slice(1)],
  }),
})

/** An author as an entry of the registry. */
function entryOf({ kind, name, family, given, orcid, email, affiliations: [first] }: Author) {
  if (kind === 'organisation') return { kind, name }
  const organisation = { organisation: first?.name ?? '', organisationRor: first?.ror ?? '' }
  return { kind, name, family, given, email, identifier: orcid, ...organisation }
}

function AuthorFields({ author, spaceId, change }: FieldsProps) {
  const { t } = useTranslation()
  const line = (key: 'family' | 'given' | 'orcid' | 'email') => (
    <EntryField label={t(`publications.authors.${key}`)} part={key}>
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
      <EntryField label={t('publications.authors.name')} part="name">
        <RegistryField
          kind={author.kind}
          spaceId={spaceId}
          value={author.name}
          onChange={(name) => change({ name })}
          onPick={(match) => change(known(author, match))}
        />
      </EntryField>
      {author.kind === 'person' && (
        <>
          {line('family')}
          {line('given')}
          {line('orcid')}
          <EntryField label={t('publications.authors.affiliation')} part="affiliations.name">
            <RegistryField
              kind="organisation"
              spaceId={spaceId}
              value={first.name}
              onChange={(name) => unit({ name })}
              onPick={({ name, identifier }) => unit({ name, ror: identifier || first.ror })}
            />
          </EntryField>
          <EntryField label={t('publications.authors.ror')} part="affiliations.ror">
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
      <KeepButton key={author.name} entry={entryOf(author)} />
    </div>
  )
}
