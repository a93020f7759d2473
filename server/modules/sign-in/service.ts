import { randomInt } from 'node:crypto'
import type { ErrorName } from '#contract/errors.ts'
import { BIND_CODE_MINUTES } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { SecondWay } from '#contract/session.ts'
import type { MethodKind, Pending, signIn } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { Journey, Outsider, Return } from '#server/modules/methods/index.ts'
import type { People, PersonRow } from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { Admission, Attempt, From, SecondData, SessionService } from '#server/modules/session/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { OtherSides } from './other-sides.ts'
import { places, safePath } from './places.ts'
import type { IdentityStore } from './store.ts'

type Arrival = { methodId: string; kind: MethodKind; outsider: Outsider }
type OutsideData = { journey: Journey; callback: string | null; sessionId: string | null; outsider?: Outsider }
type PendingData = {
  arrival: Arrival
  callback: string | null
  mailed?: { hash: string; personId: string; untilMs: number }
  /** The new account that waits for its mail; the identity is bound when this browser activates it. */
  activating?: string
}
type Needs = {
  db: Db
  store: IdentityStore
  now: () => Date
  newId: () => string
  origin: () => string
  audit: Audit
  mails: Mails
  people: People
  secondStep: SecondStep
  session: SessionService
  methods: OtherSides
}
const MINUTE_MS = 60_000
const CODE_DIGITS = 8
/** How long a browser may wait for the activation mail and still be bound by it. */
export const WAITING_MINUTES = 60
/** Wrong codes of an account after which the next ones wait by the clock. */
const SECOND_MISSES_FREE = 10

/** What a way back ends in: a page, with a session or a secret of what goes on there. */
export type Ending = { to: string; admission?: Admission; attempt?: string }

export function signInService(needs: Needs) {
  const { db, store, now, newId, origin, audit, mails, people, secondStep, session, methods } = needs
  const { attempts } = session

  /** Leads to the other side. With `actor` the identity is bound to that account, else it signs in. */
  async function start(methodId: string, { callback, actor = null }: { callback?: string; actor?: SignedIn | null }) {
    await methods.facts(methodId)
    const data = { callback: safePath(callback, origin()), sessionId: actor?.sessionId ?? null }
    // The secret of the browser's cookie is the state that travels: what comes back must match both.
    const secret = await attempts.begin('outside', { personId: actor?.id ?? null, methodId, data })
    const { url, journey } = await methods.begin(methodId, secret)
    await attempts.change(sha256(secret), { ...data, journey })
    return { url, secret }
  }

  /** What another side posts: the end of a session of its own, or its answer, which waits for the browser's own way back. */
  async function post(methodId: string, given: Return): Promise<Ending | null> {
    const ticket = await methods.endedTicket(methodId, given.form)
    if (ticket) {
      await session.endTicket(`${methodId} ${ticket}`)
      return null
    }
    const { name } = await methods.facts(methodId)
    const state = await methods.stateOf(methodId, given)
    const attempt = await attempts.find<OutsideData>(state ?? undefined, ['outside'])
    if (!attempt || attempt.methodId !== methodId || attempt.data.outsider)
      return { to: places.problem('pendingGone', name.en) }
    const outcome = await fetchOutsider(attempt, methodId, given)
    if ('to' in outcome) return outcome
    await attempts.change(attempt.key, { ...attempt.data, outsider: outcome.outsider })
    return { to: `/api/sign-in/${methodId}/callback?${new URLSearchParams({ state: state ?? '' })}` }
  }

  async function fetchOutsider(
    attempt: Attempt<OutsideData>,
    methodId: string,
    given: Return,
  ): Promise<{ outsider: Outsider } | Ending> {
    const { name } = await methods.facts(methodId)
    // Who came from the personal center goes back there, whatever happened.
    const end = (problem: string) => ({
      to: attempt.personId ? places.bound(problem) : places.problem(problem, name.en),
    })
    try {
      const outsider = await methods.finish(methodId, attempt.data.journey, given)
      return outsider ? { outsider } : end('refused')
    } catch (error) {
      if (error instanceof Failure) return end(error.refusal)
      throw error
    }
  }

  /** The way back of the browser. */
  async function finish(
    methodId: string,
    given: Return,
    cookie: string | undefined,
    from: From & { sessionId: string | null },
  ): Promise<Ending> {
    const { kind, name } = await methods.facts(methodId)
    const attempt = await attempts.find<OutsideData>(cookie, ['outside'])
    const state = given.url.searchParams.get('state') ?? (await methods.stateOf(methodId, given))
    if (!attempt || attempt.methodId !== methodId || state !== cookie)
      return { to: places.problem('pendingGone', name.en) }
    const outcome = attempt.data.outsider
      ? { outsider: attempt.data.outsider }
      : await fetchOutsider(attempt, methodId, given)
    if (!(await attempts.end(attempt.key))) return { to: places.problem('pendingGone', name.en) }
    if ('to' in outcome) return outcome
    const arrival = { methodId, kind, outsider: outcome.outsider }
    if (!attempt.personId) return arrive(arrival, attempt.data.callback, from)
    // Whoever began it must still be the one who is signed in here.
    if (from.sessionId !== attempt.data.sessionId) return { to: places.problem('pendingGone', name.en) }
    return { to: places.bound(await bindTo(attempt.personId, arrival, from.caller)) }
  }

  /** Somebody whom the other side vouches for: in, or on to the page where they become known here. */
  async function arrive(arrival: Arrival, callback: string | null, from: From): Promise<Ending> {
    const { methodId, outsider } = arrival
    const { name } = await methods.facts(methodId)
    const person = await store.personOf(methodId, outsider.subject)
    if (!person) return becomeKnown(arrival, callback)
    try {
      const admission = await admitBy(person, arrival, from)
      await store.used(methodId, outsider.subject, outsider.label, now())
      return { to: places.done(callback), admission }
    } catch (error) {
      if (error instanceof Failure) return { to: places.problem(error.refusal, name.en) }
      throw error
    }
  }

  const admitBy = (person: PersonRow, { methodId, kind, outsider }: Arrival, from: From) =>
    session.admit({
      ...from,
      person,
      method: kind,
      role: outsider.role,
      ticket: outsider.ticket && `${methodId} ${outsider.ticket}`,
    })

  async function becomeKnown(arrival: Arrival, callback: string | null): Promise<Ending> {
    const data: PendingData = { arrival, callback }
    const attempt = await attempts.begin('pending', { methodId: arrival.methodId, data })
    const { mayCreate, isEmailTaken } = await prospects(arrival)
    return { to: places.newHere(arrival.kind, mayCreate && !isEmailTaken, callback), attempt }
  }

  /** An address that the other side vouches for may be told to be taken: its owner asks. */
  async function prospects({ methodId, outsider }: Arrival) {
    const { maySignUp } = await methods.facts(methodId)
    const isVouched = outsider.isEmailVerified && outsider.email !== ''
    const isEmailTaken = isVouched && (await people.byEmail(outsider.email)) !== undefined
    return { mayCreate: maySignUp, isEmailTaken }
  }

  async function directory({ methodId, username, password }: ParsedOf<typeof signIn.directory>, from: From) {
    const id = methodId ?? (await methods.firstDirectory())
    if (!id) throw new Failure('methodOff')
    const { kind } = await methods.facts(id)
    const outsider = await verifyDirectory(id, username, password, from)
    const ending = await arriveByDirectory({ methodId: id, kind, outsider }, from)
    return { ...ending, isPending: ending.attempt !== undefined }
  }

  async function arriveByDirectory(arrival: Arrival, from: From): Promise<Ending> {
    const person = await store.personOf(arrival.methodId, arrival.outsider.subject)
    if (!person) return becomeKnown(arrival, null)
    const admission = await admitBy(person, arrival, from)
    await store.used(arrival.methodId, arrival.outsider.subject, arrival.outsider.label, now())
    return { to: places.done(null), admission }
  }

  /** Throws directoryRefused, and makes whoever guesses wait as with passwords of ours. */
  async function verifyDirectory(methodId: string, username: string, password: string, from: From): Promise<Outsider> {
    const name = `${methodId} ${username}`
    const outsider = await session.tryDirectory({ address: from.caller.address, name }, async () => {
      const found = await methods.verify(methodId, username, password)
      if (!found) await session.noteRefusal({ ...from, method: 'ldap' }, 'directoryRefused', null, username)
      return found
    })
    if (!outsider) throw new Failure('directoryRefused')
    return outsider
  }

  async function findPending(cookie: string | undefined): Promise<Attempt<PendingData>> {
    const attempt = await attempts.find<PendingData>(cookie, ['pending'])
    if (!attempt) throw new Failure('pendingGone')
    return attempt
  }

  async function pending(cookie: string | undefined, language: Language): Promise<Pending> {
    const { data } = await findPending(cookie)
    const { kind, methodId, outsider } = data.arrival
    const { name } = await methods.facts(methodId)
    const { mayCreate, isEmailTaken } = await prospects(data.arrival)
    return {
      kind,
      methodName: name[language],
      name: outsider.name,
      org: outsider.org,
      emailAccounts: outsider.email,
      isEmailVerified: outsider.isEmailVerified,
      isEmailTaken,
      mayBind: true,
      mayCreate: mayCreate && !isEmailTaken,
    }
  }

  async function insertIdentity(tx: Db | Tx, personId: string, { methodId, outsider }: Arrival): Promise<void> {
    const { subject, label } = outsider
    const row = { id: newId(), method_id: methodId, subject, person_id: personId, label, bound_at: now() }
    if (!(await store.bind(tx, row))) throw new Failure('identityTaken')
  }
  async function bindNoted(tx: Tx, person: Pick<PersonRow, 'id' | 'name' | 'email'>, arrival: Arrival, caller: Caller) {
    await insertIdentity(tx, person.id, arrival)
    const after = { method: arrival.kind, account: arrival.outsider.label }
    await audit.record(tx, {
      action: 'identityBound',
      actor: person,
      caller,
      target: { id: person.id, name: person.email },
      after,
    })
  }

  /** Binds to somebody who is signed in; answers the refusal, if any. */
  async function bindTo(personId: string, arrival: Arrival, caller: Caller): Promise<ErrorName | null> {
    const person = await people.byId(personId)
    if (!person || session.refusalOf(person)) return 'accountDisabled'
    try {
      await db.transaction().execute((tx) => bindNoted(tx, person, arrival, caller))
      return null
    } catch (error) {
      if (error instanceof Failure) return error.refusal
      throw error
    }
  }

  /** Binds by the password of the account; its second step comes before, if it has one. */
  async function bind(
    { emailAccounts: email, password }: ParsedOf<typeof signIn.bind>,
    cookie: string | undefined,
    from: From,
  ) {
    const attempt = await findPending(cookie)
    const way = { ...from, method: 'password' }
    const person = await session.prove({ email, password }, way)
    // Where passwords open nothing they bind nothing either.
    if (!(await session.opensByPassword(person))) await session.refuse({ ...way, person }, 'passwordSignInOff')
    return bindAndEnter(attempt, person, from)
  }

  async function bindAndEnter(attempt: Attempt<PendingData>, person: PersonRow, from: From): Promise<Admission> {
    const { arrival } = attempt.data
    const refusal = session.refusalOf(person)
    if (refusal) await session.refuse({ ...from, person, method: arrival.kind }, refusal)
    const ways = await secondStep.waysOf(person.id)
    // A stolen password must not make itself a way in that needs no second step.
    if (!ways.length && (await session.asksForSecond(person.role))) throw new Failure('mustSetUp')
    if (!(await attempts.end(attempt.key))) throw new Failure('pendingGone')
    // The identity is bound once the second step is taken: what bypasses it would be a way around it for good.
    if (ways.length) return session.admit({ ...from, person, method: 'password' }, arrival)
    await db.transaction().execute((tx) => bindNoted(tx, person, arrival, from.caller))
    return admitBy(person, arrival, from)
  }

  async function bindByMail({ emailAccounts }: { emailAccounts: string }, cookie: string | undefined): Promise<null> {
    const { key, data } = await findPending(cookie)
    await people.pace('bindCode', emailAccounts)
    const person = await people.byEmail(emailAccounts)
    if (!person || session.refusalOf(person)) return null
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const untilMs = now().getTime() + BIND_CODE_MINUTES * MINUTE_MS
    const mailed = { hash: sha256(`${key.toString('hex')} ${code}`).toString('hex'), personId: person.id, untilMs }
    const { name } = await methods.facts(data.arrival.methodId)
    await attempts.change(key, { ...data, mailed } satisfies PendingData)
    const details = { name: person.name, method: name[person.language], minutes: BIND_CODE_MINUTES }
    await mails.queue(db, {
      kind: 'bindCode',
      recipient: person.email,
      language: person.language,
      personId: person.id,
      details,
      secrets: { code },
    })
    mails.kick()
    return null
  }

  async function confirmBind({ code }: { code: string }, cookie: string | undefined, from: From): Promise<Admission> {
    const attempt = await findPending(cookie)
    if (!(await attempts.count(attempt.key))) throw new Failure('pendingGone')
    const { mailed } = attempt.data
    const isRight = mailed && mailed.hash === sha256(`${attempt.key.toString('hex')} ${code}`).toString('hex')
    if (!mailed || !isRight || mailed.untilMs < now().getTime()) throw new Failure('codeWrong')
    const person = await people.byId(mailed.personId)
    if (!person) throw new Failure('codeWrong')
    return bindAndEnter(attempt, person, from)
  }

  async function complete(
    form: ParsedOf<typeof signIn.complete>,
    cookie: string | undefined,
    from: From,
    language: Language,
  ) {
    const attempt = await findPending(cookie)
    const { arrival } = attempt.data
    const { outsider } = arrival
    if (!(await methods.facts(arrival.methodId)).maySignUp) throw new Failure('registrationClosed')
    // Before the address is looked at: the answer may not depend on it.
    if (await store.personOf(arrival.methodId, outsider.subject)) throw new Failure('identityTaken')
    if (!(await attempts.count(attempt.key))) throw new Failure('pendingGone')
    const isVouched = outsider.isEmailVerified && outsider.email.toLowerCase() === form.emailAccounts.toLowerCase()
    if (!isVouched) await people.pace('activation', form.emailAccounts)
    const person = await db
      .transaction()
      .execute((tx) => create(tx, { arrival, form, isVouched, language, caller: from.caller }))
    mails.kick()
    if (person && !isVouched)
      await attempts.keep(
        attempt.key,
        { ...attempt.data, activating: person.id } satisfies PendingData,
        WAITING_MINUTES,
      )
    if (!person || !isVouched) return { state: 'mailSent' as const }
    await attempts.end(attempt.key)
    return { state: 'signedIn' as const, admission: await admitBy(person, arrival, from) }
  }

  type Creation = {
    arrival: Arrival
    form: ParsedOf<typeof signIn.complete>
    isVouched: boolean
    language: Language
    caller: Caller
  }
  /** A new account, or null when the address is taken: then its owner is told by mail, and nobody else. */
  async function create(tx: Tx, { arrival, form, isVouched, language, caller }: Creation): Promise<PersonRow | null> {
    const { kind, outsider } = arrival
    const email = form.emailAccounts
    const bySuffix = await people.roleBySuffix({ email, role: 'role_general', role_source: 'suffix' })
    const person = await store.insertPerson(tx, {
      id: newId(),
      email,
      name: form.name,
      english_name: outsider.englishName,
      unit: form.org,
      phone: outsider.phone,
      role: outsider.role ?? (isVouched ? bySuffix : 'role_general'),
      role_source: outsider.role ? 'method' : 'suffix',
      state: isVouched ? 'active' : 'pending',
      join_method: kind,
      language,
      created_at: now(),
    })
    if (!person) {
      const known = await people.byEmail(email, tx)
      const { name } = await methods.facts(arrival.methodId)
      const details = { name: known?.name ?? '', method: name[known?.language ?? language] }
      if (known)
        await mails.queue(tx, {
          kind: 'resetElsewhere',
          recipient: email,
          language: known.language,
          personId: known.id,
          details,
        })
      return null
    }
    await audit.record(tx, {
      action: 'register',
      actor: null,
      caller,
      target: { id: person.id, name: email },
      after: { method: kind, state: person.state, role: person.role },
    })
    if (isVouched) {
      await bindNoted(tx, person, arrival, caller)
      return person
    }
    const url = await people.makeLink(tx, { kind: 'activation', personId: person.id, email })
    const details = { name: person.name, hours: people.hoursOf('activation') }
    await mails.queue(tx, {
      kind: 'activation',
      recipient: email,
      language,
      personId: person.id,
      details,
      secrets: { url },
    })
    return person
  }

  /** The account that waited for its mail is active: who activated it in this browser is bound to it, nobody else. */
  async function bindWaiting(personId: string, cookie: string | undefined, caller: Caller): Promise<void> {
    const attempt = await attempts.find<PendingData>(cookie, ['pending'])
    if (attempt?.data.activating !== personId || !(await attempts.end(attempt.key))) return
    await bindTo(personId, attempt.data.arrival, caller)
  }

  async function findSecond(cookie: string | undefined): Promise<Attempt<SecondData> & { personId: string }> {
    const attempt = await attempts.find<SecondData>(cookie, ['second'])
    if (!attempt?.personId) throw new Failure('secondGone')
    return { ...attempt, personId: attempt.personId }
  }

  /** The second step is taken: what waited for it happens, and the session opens. */
  async function passSecond(
    attempt: Attempt<SecondData> & { personId: string },
    from: From,
    way: SecondWay,
  ): Promise<Admission> {
    const person = await people.byId(attempt.personId)
    if (!person || !(await attempts.end(attempt.key))) throw new Failure('secondGone')
    const entry = { ...from, person, method: attempt.data.method, isSecondPassed: true }
    const refusal = session.refusalOf(person)
    if (refusal) await session.refuse(entry, refusal)
    const then = attempt.data.then as Arrival | null
    if (then) await db.transaction().execute((tx) => bindNoted(tx, person, then, from.caller))
    if (way === 'recovery')
      await audit.note({
        action: 'confirm',
        actor: person,
        caller: from.caller,
        target: { id: person.id, name: person.email },
        after: { way },
      })
    return session.open(entry)
  }

  async function second({ way, code }: ParsedOf<typeof signIn.second>, cookie: string | undefined, from: From) {
    const attempt = await findSecond(cookie)
    if (!(await attempts.count(attempt.key))) throw new Failure('secondGone')
    // Who has the password may begin again and again: misses count for the account.
    const keys = [{ key: `second ${attempt.personId}`, free: SECOND_MISSES_FREE }]
    const isRight = await session.tryPatiently({ address: from.caller.address, name: '', keys }, async () => {
      const isOne = await secondStep.isCode(attempt.personId, way, code)
      if (isOne) return true
      const person = await people.byId(attempt.personId)
      await session.noteRefusal({ ...from, method: attempt.data.method }, 'codeWrong', person ?? null)
      return null
    })
    if (!isRight) throw new Failure('codeWrong')
    return passSecond(attempt, from, way)
  }

  /** A challenge, kept with the second step that is under way, else begun. */
  async function passkeyOptions(
    cookie: string | undefined,
  ): Promise<{ options: { challenge: string }; secret: string | null }> {
    const attempt = await attempts.find<SecondData>(cookie, ['second'])
    const options = await secondStep.ask(attempt?.personId ?? null)
    if (attempt) {
      await attempts.change(attempt.key, { ...attempt.data, challenge: options.challenge })
      return { options, secret: null }
    }
    return { options, secret: await attempts.begin('passkey', { data: { challenge: options.challenge } }) }
  }

  async function passkey(
    { response }: ParsedOf<typeof signIn.passkey>,
    cookie: string | undefined,
    from: From,
  ): Promise<Admission> {
    const waiting = await attempts.find<SecondData>(cookie, ['second'])
    if (waiting?.personId) {
      if (!(await attempts.count(waiting.key))) throw new Failure('secondGone')
      await secondStep.checkPasskey(response, waiting.data.challenge ?? '', waiting.personId)
      return passSecond({ ...waiting, personId: waiting.personId }, from, 'passkey')
    }
    const attempt = await attempts.find<{ challenge: string }>(cookie, ['passkey'])
    // A challenge is answered once.
    if (!attempt || !(await attempts.end(attempt.key))) throw new Failure('secondGone')
    const person = await people.byId(await secondStep.checkPasskey(response, attempt.data.challenge, null))
    if (!person) throw new Failure('passkeyRefused')
    return session.admit({ ...from, person, method: 'passkey' })
  }

  return {
    start,
    post,
    finish,
    directory,
    verifyDirectory,
    pending,
    bind,
    bindTo,
    bindWaiting,
    bindByMail,
    confirmBind,
    complete,
    second,
    passkeyOptions,
    passkey,
    identities: store.ofPerson,
    removeIdentity: store.remove,
  }
}
export type SignInService = ReturnType<typeof signInService>
