import type { Component, components as calls, MarketItem } from '#contract/components.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Parameter } from '#contract/custom-parameters.ts'
import { builtInViewers } from '#contract/preview.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { ComponentNeeds } from './needs.ts'
import { type Package, readPackage, sha256Of } from './package.ts'
import { auditValuesOf, filledIn, parametersOf } from './parameters.ts'
import { componentAt, itemOf } from './records.ts'
import type { PackageFile } from './store.ts'

/** The component that a call names, with its parameters. */
type Wish = { id: string; parameters: readonly Parameter[] }

/** Installing packages, from the market or from a file. */
export function installRules({ db, blobs, now, audit, store, market }: ComponentNeeds) {
  /** Stores the contents of a package; contents without a reference are swept later. */
  async function keep({ files }: Package): Promise<PackageFile[]> {
    const kept: PackageFile[] = []
    for (const { path, open } of files) {
      const digest = await blobs.put(open()).catch((cause: unknown) => {
        // The package declares wrong sizes, or its bytes are damaged.
        throw new Failure('componentDamaged', { cause })
      })
      kept.push({ path, ...digest })
    }
    return kept
  }

  async function put(tx: Tx, { id, parameters }: Wish, given: Package, { actor, caller }: By): Promise<void> {
    const { manifest, size, sha256, logo } = given
    const { bundle, name, version, category, description, author, entry, rights } = manifest
    const filled = filledIn(parametersOf(manifest), parameters)
    await holdAdministrator(tx, actor)
    const old = await store.lock(tx, id)
    // Blocks the sweep before the first byte is stored, so that it does not delete contents that are about to be
    // referenced.
    await holdBlobs(tx)
    const files = await keep(given)
    fault('component-kept')
    const draft = { id, bundle, name, version, category, description, author, entry, rights, size, sha256, logo }
    if (!(await store.put(tx, { ...draft, ...filled }, actor.id, now()))) throw new Failure('componentTaken')
    await store.setFiles(tx, id, files, now())
    fault('component-in-transaction')
    audit.record(tx, {
      action: 'componentInstalled',
      actor,
      caller,
      target: { id, name },
      ...(old && { before: { version: old.version, ...auditValuesOf(old.parameters) } }),
      after: { version, sha256, rights, ...auditValuesOf(filled.parameters) },
    })
  }

  async function keepPackage(wish: Wish, given: Package, by: By): Promise<Component> {
    // Built-in viewers are identified by name alone, so a component can't have the same name.
    if (builtInViewers.some(({ id }) => id === wish.id)) throw new Failure('componentTaken')
    await transact(db, (tx) => put(tx, wish, given, by))
    fault('component-committed')
    return componentAt(store, wish.id, by.language)
  }

  async function install({ componentId, parameters, rights, sha256 }: ParsedOf<typeof calls.install>, by: By) {
    const offer = (await market.offers()).offers.find(({ id }) => id === componentId)
    if (!offer) throw new Failure('componentGone')
    const bytes = await offer.bytes()
    if (sha256Of(bytes) !== sha256) throw new Failure('componentDamaged')
    const given = await readPackage(bytes)
    // The package must have exactly the version, rights and checksum that were agreed to.
    const { bundle, version, rights: asked } = given.manifest
    const isAgreed = rights.toSorted().join() === asked.toSorted().join()
    if (!isAgreed || bundle !== componentId || version !== offer.manifest.version) throw new Failure('componentDamaged')
    return keepPackage({ id: componentId, parameters }, given, by)
  }

  /** Describes an uploaded package (dry run), or installs it if it is still the one that was described. */
  async function installFile(input: ParsedOf<typeof calls.installFile>, bytes: Buffer, by: By): Promise<MarketItem> {
    const given = await readPackage(bytes)
    const { bundle } = given.manifest
    if (input.isDryRun === 'false') {
      if (input.sha256 !== given.sha256) throw new Failure('componentDamaged')
      await keepPackage({ id: bundle, parameters: parametersIn(input.parameters) }, given, by)
    }
    return itemOf(given, by.language, (await store.installed([bundle])).get(bundle))
  }

  return { install, installFile }
}

function parametersIn(text = '[]'): Parameter[] {
  try {
    const given: unknown = JSON.parse(text)
    const entries = Array.isArray(given) ? (given as unknown[]) : []
    return entries.flatMap((one) => {
      const { key, value } = Object(one) as Record<string, unknown>
      return typeof key === 'string' ? [{ key, value }] : []
    })
  } catch (cause) {
    throw new Failure('componentParameters', { cause })
  }
}
