import { isFolder } from '#contract/core/directory.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { FileRecord } from '#contract/files.ts'
import { MARKET_PAGE } from '#contract/pages/paths.ts'
import {
  builtInViewers,
  type ComponentRight,
  type preview as calls,
  companions,
  type Fitting,
  isViewedBy,
  PREVIEW_NONE,
  PREVIEW_NOT_INSTALLED,
  PREVIEW_USABLE,
  type PreviewComponent,
  type PreviewData,
  type Sibling,
} from '#contract/preview.ts'
import { Failure } from '#server/failure.ts'
import type { Call, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { ComponentsModule } from '#server/modules/components/index.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { OfficeService } from '#server/modules/renditions/index.ts'
import { type Subject, subjectOf, type TicketService } from './tickets.ts'

type Needs = {
  files: FilesModule
  components: ComponentsModule
  tickets: TicketService
  office: OfficeService
  marketPage: string | null
}
type Chosen = Pick<PreviewComponent, 'parameters'> & { rights: ComponentRight[]; isInstalled: boolean }
type Node = Awaited<ReturnType<FilesModule['find']>>['node']
/** A file to preview, and which of its neighbours the reader may know of. */
type Looked = { node: Node; among?: (beside: Node[]) => Node[] }

const builtInOf = (viewer: (typeof builtInViewers)[number], language: Language): PreviewComponent => ({
  id: viewer.id,
  name: textOf(language, `preview.viewers.${viewer.id}`),
  bundle: viewer.id,
  webPath: '',
  parameters: [{ key: 'suffix', value: viewer.suffixes.join(',') }],
})

export function previewService({ files, components: installed, tickets, office, marketPage }: Needs) {
  /**
   * Components that can show a file: the installed ones for its suffix, then built-in ones, else those available in the
   * market.
   */
  async function components(record: FileRecord, language: Language): Promise<Fitting> {
    const { suffix } = record
    if (isFolder(record)) return { components: [], status: PREVIEW_NONE }
    const isConverted = isViewedBy('office', suffix) && (await office.isReady())
    const fitting = builtInViewers.filter(
      ({ id, suffixes }) => suffixes.some((one) => one === suffix) && (id !== 'office' || isConverted),
    )
    const list = [
      ...(await installed.showing(suffix, language)),
      ...fitting.map((viewer) => builtInOf(viewer, language)),
    ]
    if (list.length) return { components: list, status: PREVIEW_USABLE }
    const matchComponent = await installed.matching(suffix, language)
    return matchComponent
      ? { components: [], status: PREVIEW_NOT_INSTALLED, matchComponent, marketPage: marketPage ?? MARKET_PAGE }
      : { components: [], status: PREVIEW_NONE }
  }

  async function chosen(componentId: string, language: Language): Promise<Chosen> {
    const viewer = builtInViewers.find(({ id }) => id === componentId)
    if (viewer?.id === 'office' && !(await office.isReady())) throw new Failure('componentGone')
    if (viewer) return { ...builtInOf(viewer, language), rights: ['bytes'], isInstalled: false }
    const found = await installed.rightsOf(componentId)
    if (!found) throw new Failure('componentGone')
    return { ...found, isInstalled: true }
  }

  /** Existing files that this one needs to be complete. */
  async function companionsOf({ node, among = (beside) => beside }: Looked): Promise<Node[]> {
    const { parent_id, name, suffix } = node
    const stem = name.slice(0, name.length - suffix.length)
    const names = (companions[suffix] ?? []).map((other) => `${stem}${other}`)
    return parent_id && names.length ? among(await files.named(parent_id, names)) : []
  }

  async function addresses(
    looked: Looked,
    version: number,
    { subject, component, isOffice }: { subject: Subject; component: { component?: string }; isOffice: boolean },
  ) {
    const { node } = looked
    const content = await files.contentOf(node.space_id, node.id, { version })
    if (!content) throw new Failure('fileGone')
    const beside = await companionsOf(looked)
    const of = { spaceId: node.space_id, ...component }
    const pdf = isOffice ? { pdf: await office.pdfOf({ ...content, suffix: node.suffix }) } : {}
    const items = [
      { ...of, ...pdf, hash: node.id, sha256: content.sha256, name: isOffice ? `${node.name}.pdf` : node.name },
      ...beside.map(({ id, name, sha256 }) => ({ ...of, hash: id, sha256: sha256 ?? '', name })),
    ]
    return tickets.write(items, subject)
  }

  /** Data of a file for a component, for a caller who may read it, as long as `subject` may. */
  async function dataOf(
    { record, ...looked }: Looked & { record: FileRecord },
    { componentId, version = looked.node.version }: { componentId: string; version?: number | undefined },
    { subject, language }: { subject: Subject; language: Language },
  ): Promise<PreviewData> {
    const { parameters, rights, isInstalled } = await chosen(componentId, language)
    const isOffice = componentId === 'office'
    const component = isInstalled ? { component: componentId } : {}
    const asked = { subject, component, isOffice }
    const type = rights.includes('bytes') ? 'fileUrl' : 'fileStr'
    return { type, ...(await addresses(looked, version, asked)), file: record, parameters, rights }
  }

  async function data(
    query: Pick<ParsedOf<typeof calls.data>, 'spaceId' | 'hash' | 'componentId' | 'version'>,
    { actor, language }: Pick<Call, 'actor' | 'language'>,
  ) {
    const found = await files.find(query.spaceId, query.hash, actor)
    return dataOf(found, query, { subject: subjectOf(actor), language })
  }

  async function siblings({ spaceId, q, su }: ParsedOf<typeof calls.siblings>, { actor }: Pick<Call, 'actor'>) {
    const { node } = await files.find(spaceId, q, actor)
    return siblingsOf({ node }, su, subjectOf(actor))
  }

  async function siblingsOf({ node, among = (beside) => beside }: Looked, su: string, subject: Subject) {
    const suffixes = su
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    const rows = node.parent_id ? among(await files.filesOfSuffix(node.parent_id, suffixes)) : []
    const spaceId = node.space_id
    const items = rows.map(({ id, name, sha256 }) => ({ spaceId, hash: id, sha256: sha256 ?? '', name }))
    const { fileUrl } = tickets.write(items, subject)
    return rows.map(({ id, name, size }, i): Sibling => ({ hash: id, name, url: fileUrl[i] ?? '', size }))
  }

  return { components, dataOf, data, siblings, siblingsOf }
}
