import { readFileSync } from 'node:fs'
import type { InstitutionKind } from '#contract/institutions.ts'
import type { PlanField } from '#contract/publications/plan.ts'
import { TemplateDefinition } from '#contract/publications/template.ts'
import { sha256 } from '#server/storage/seal.ts'

const text = readFileSync(new URL('./template.json', import.meta.url), 'utf8')
const definition = TemplateDefinition.parse(JSON.parse(text) as unknown)
/** How files may be given, in the words of institutions. Dataverse sets embargoes by another way. */
const access = {
  invenio: ['open', 'protect', 'condition', 'notOpen'],
  dataverse: ['open', 'condition', 'notOpen'],
} as const

/** The requirements of a repository, as a template of the institution. */
export function repositoryTemplate(kind: Exclude<InstitutionKind, 'instdb'>) {
  const options = [...access[kind]]
  const plan: PlanField[] = [{ output: 'access', kind: 'access', language: '', key: '', options }]
  return { name: kind, type: 'dataset', definition, plan, omitted: [], unusable: [], sha256: sha256(text) }
}
