import { sql } from 'kysely'
import type { Rule } from './rule.ts'

const PICTURES = '/api/pictures/'
const AVATARS = '/api/avatars/'
const noAvatar = sql`p.avatar like ${`${AVATARS}%`}
  and not exists (select 1 from avatar a where p.avatar = ${AVATARS} || encode(a.hash, 'hex'))`
const noCover = sql`s.cover like ${`${PICTURES}%`}
  and not exists (select 1 from picture p where s.cover = ${PICTURES} || encode(p.hash, 'hex'))`
const noThumb = sql`d.kind = 'thumb' and d.state = 'done' and d.blob_sha256 is null`
const noText = sql`d.kind = 'text' and d.state = 'done' and not exists (select 1 from content_text t where t.sha256 = d.sha256)`
const hash = sql`encode(d.sha256, 'hex') as what`
const dueAgain = { state: sql`state = 'due', tries = 0, due_at = now()`, done: 'made again soon' }

/** What is made of contents and named by address. */
export const generatedRules: Rule[] = [
  {
    ...{ check: 'thumb-without-picture', level: 'light', said: 'small pictures are said to be made and are not there' },
    so: 'grids show an icon instead',
    wrong: () => sql`select ${hash} from rendition d where ${noThumb}`,
    mend: { run: () => sql`update rendition d set ${dueAgain.state} where ${noThumb}`, done: dueAgain.done },
  },
  {
    ...{ check: 'text-without-words', level: 'light', said: 'texts are said to be read and are not there' },
    so: 'a search does not show their lines',
    wrong: () => sql`select ${hash} from rendition d where ${noText}`,
    mend: { run: () => sql`update rendition d set ${dueAgain.state} where ${noText}`, done: dueAgain.done },
  },
  {
    ...{ check: 'avatar-gone', level: 'light', said: 'people have a picture that is not there' },
    so: 'they are shown without one until they choose another',
    wrong: () => sql`select p.email as what from person p where ${noAvatar}`,
    mend: { run: () => sql`update person p set avatar = '' where ${noAvatar}`, done: 'they have none now' },
  },
  {
    ...{ check: 'cover-gone', level: 'light', said: 'spaces have a cover that is not there' },
    so: 'they are shown without one until an owner chooses another',
    wrong: () => sql`select s.identifier as what from space s where ${noCover}`,
    mend: { run: () => sql`update space s set cover = '' where ${noCover}`, done: 'they have none now' },
  },
  {
    ...{ check: 'site-picture-gone', level: 'grave', said: 'pictures of the website are not there' },
    so: 'an administrator sets logo and banner again',
    wrong: () => sql`
      select k.key as what from setting w, jsonb_each_text(w.value) as k
      where w.key = 'website' and k.value like ${`${PICTURES}%`}
        and not exists (select 1 from picture p where k.value = ${PICTURES} || encode(p.hash, 'hex'))`,
  },
  {
    ...{
      check: 'component-without-entry',
      level: 'grave',
      said: 'preview components lack the file that they begin with',
    },
    so: 'an administrator removes and installs them again',
    wrong: () => sql`
      select c.id as what from component c
      where not exists (select 1 from component_file f where f.component_id = c.id and f.path = c.entry)`,
  },
]
