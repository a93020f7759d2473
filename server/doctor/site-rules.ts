import { sql } from 'kysely'
import { SESSION_MAX_MS } from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { leftover, type Rule } from './rule.ts'

const PICTURES = '/api/pictures/'
const AVATARS = '/api/avatars/'
const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
const noAvatar = sql`p.avatar like ${`${AVATARS}%`}
  and not exists (select 1 from avatar a where p.avatar = ${AVATARS} || encode(a.hash, 'hex'))`

/** Rules for accounts and site data outside of spaces. */
export const siteRules: Rule[] = [
  {
    check: 'avatar-gone',
    level: 'light',
    said: 'people have a picture that is not there',
    so: 'they are shown without one until they choose another',
    wrong: () => sql`select p.email as what from person p where ${noAvatar}`,
    mend: { run: () => sql`update person p set avatar = '' where ${noAvatar}`, done: 'they have none now' },
  },
  {
    check: 'site-picture-gone',
    level: 'grave',
    said: 'pictures of the website are not there',
    so: 'an administrator sets logo and banner again',
    wrong: () => sql`
      select k.key as what from setting w, jsonb_each_text(w.value) as k
      where w.key = 'website' and k.value like ${`${PICTURES}%`}
        and not exists (select 1 from picture p where k.value = ${PICTURES} || encode(p.hash, 'hex'))`,
  },
  {
    check: 'mail-waits',
    level: 'note',
    said: 'mails have been due for six hours and did not leave',
    so: 'look at the mail server, and at the queue in the console',
    wrong: (now) => sql`
      select m.kind as what from mail m where m.state = 'waiting' and m.next_at < ${before(now, 6 * HOUR_MS)}`,
  },
  leftover(
    'old-sessions',
    'sessions are past their time',
    (now) => sql`session where created_at < ${before(now, SESSION_MAX_MS + DAY_MS)}`,
  ),
  leftover(
    'old-attempts',
    'sign-ins under way are past their time',
    (now) => sql`attempt where expires_at < ${before(now, DAY_MS)}`,
  ),
  leftover(
    'old-captchas',
    'verification images are past their time',
    (now) => sql`captcha where expires_at < ${before(now, DAY_MS)}`,
  ),
]
