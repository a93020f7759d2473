import { RECOVERY_CODES, TOTP_DIGITS } from '#contract/core/limits.ts'
import type { SecondWay } from '#contract/session.ts'
import type { Deps } from '#server/deps.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { passkeyCeremonies } from './passkeys.ts'
import { type PasskeyRow, sqlSecondStepStore } from './store.ts'

export type { PasskeyRow } from './store.ts'

const PURPOSE = 'totp'
const SECRET_BYTES = 20
const STEP_S = 30
/** Tolerated clock difference, in time steps. */
const WINDOW = 1
const RECOVERY_GROUPS = 2

const plain = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const hashOf = (personId: string, code: string) => sha256(`${personId} ${plain(code)}`)
/** Loaded with the first code. */
const library = () => import('otpauth')

async function deltaOf(secret: string, token: string, timestamp: number): Promise<number | null> {
  const { Secret, TOTP } = await library()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: TOTP_DIGITS, period: STEP_S })
  return totp.validate({ token, timestamp, window: WINDOW })
}

type Needs = Pick<Deps, 'db' | 'seal' | 'now' | 'newId'> & { origin: () => string; siteName: () => Promise<string> }

/** The second step of an account: authenticator app (RFC 6238), passkeys (WebAuthn) and recovery codes. */
export function secondStepModule({ db, seal, now, newId, origin, siteName }: Needs) {
  const store = sqlSecondStepStore(db)
  const passkeys = passkeyCeremonies(origin, siteName)

  /** Second steps of an account; none means that it has no second step. Recovery codes alone don't count. */
  async function waysOf(personId: string, tx: Db | Tx = db): Promise<SecondWay[]> {
    const { totp, passkey, recovery } = await store.ways(personId, tx)
    if (!totp && !passkey) return []
    return [
      ...(totp ? ['totp' as const] : []),
      ...(passkey ? ['passkey' as const] : []),
      ...(recovery ? ['recovery' as const] : []),
    ]
  }

  /** The time step of a code; null for a wrong or malformed one. */
  async function stepOf(secret: string, code: string): Promise<number | null> {
    const digits = plain(code)
    if (!/^\d{6}$/.test(digits)) return null
    const timestamp = now().getTime()
    const delta = await deltaOf(secret, digits, timestamp)
    return delta === null ? null : Math.floor(timestamp / 1000 / STEP_S) + delta
  }

  /** Checks a code; each works once. Throws codeWrong. */
  async function checkTotp(personId: string, code: string): Promise<void> {
    const row = await store.totp(personId)
    const step = row ? await stepOf(seal.open<string>(row.secret, PURPOSE), code) : null
    if (step === null || !(await store.spendStep(personId, step))) throw new Failure('codeWrong')
  }
  async function checkRecovery(personId: string, code: string): Promise<void> {
    if (!(await store.spendRecovery(personId, hashOf(personId, code), now()))) throw new Failure('codeWrong')
  }

  /** Checks a code of the account; a right one is used up. */
  async function isCode(personId: string, way: 'totp' | 'recovery', code: string): Promise<boolean> {
    const check = way === 'totp' ? checkTotp(personId, code) : checkRecovery(personId, code)
    return !((await orRefusal(check)) instanceof Failure)
  }

  async function freshRecovery(tx: Db | Tx, personId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => drawReadableCode(RECOVERY_GROUPS))
    await store.setRecovery(
      tx,
      personId,
      codes.map((code) => hashOf(personId, code)),
    )
    return codes
  }
  /** The first second step of an account comes with recovery codes. */
  async function recoveryForFirst(tx: Db | Tx, personId: string): Promise<string[]> {
    return (await waysOf(personId, tx)).length ? [] : freshRecovery(tx, personId)
  }

  return {
    waysOf,
    isCode,
    totp: store.totp,
    recoveryLeft: store.recoveryLeft,
    passkeys: store.passkeys,
    freshRecovery,

    async newTotp(label: string, issuer: string) {
      const { Secret, TOTP } = await library()
      const secret = new Secret({ size: SECRET_BYTES })
      return {
        secret: secret.base32,
        uri: new TOTP({ issuer, label, secret, digits: TOTP_DIGITS, period: STEP_S }).toString(),
      }
    },
    /** Enables the authenticator app with one of its codes. Throws codeWrong. */
    async switchOnTotp(tx: Db | Tx, personId: string, secret: string, code: string): Promise<string[]> {
      const step = await stepOf(secret, code)
      if (step === null) throw new Failure('codeWrong')
      const codes = await recoveryForFirst(tx, personId)
      await store.setTotp(tx, {
        person_id: personId,
        secret: seal.close(secret, PURPOSE),
        confirmed_at: now(),
        last_step: step,
      })
      return codes
    },
    removeTotp: store.removeTotp,

    askToRegister: async (person: { id: string; email: string; name: string }) =>
      passkeys.register(person, await store.passkeys(person.id)),
    async register(tx: Db | Tx, personId: string, name: string, response: unknown, challenge: string) {
      const made = await passkeys.registered(response, challenge)
      const recoveryCodes = await recoveryForFirst(tx, personId)
      const row = { id: newId(), person_id: personId, name, created_at: now(), ...made }
      await store.addPasskey(tx, row)
      return { row: { ...row, last_used_at: null } satisfies PasskeyRow, recoveryCodes }
    },
    removePasskey: store.removePasskey,
    ask: async (personId: string | null) => passkeys.ask(personId ? await store.passkeys(personId) : []),
    /**
     * The owner of the passkey that answered. Throws passkeyRefused, also when it belongs to somebody other than
     * `personId`.
     */
    async checkPasskey(response: { id: string }, challenge: string, personId: string | null): Promise<string> {
      const row = await store.passkey(response.id)
      if (!row || (personId && row.person_id !== personId)) throw new Failure('passkeyRefused')
      await store.usedPasskey(row.id, await passkeys.answered(response, challenge, row), now())
      return row.person_id
    },
    /** Removes all second steps of somebody who lost theirs. */
    async reset(tx: Db | Tx, personId: string): Promise<void> {
      await store.removeTotp(tx, personId)
      await store.removePasskeys(tx, personId)
      await store.setRecovery(tx, personId, [])
    },
    forgetRecovery: (tx: Db | Tx, personId: string) => store.setRecovery(tx, personId, []),
  }
}
export type SecondStep = ReturnType<typeof secondStepModule>
