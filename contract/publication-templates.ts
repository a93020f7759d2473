import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Nothing, Timestamp } from './core/shapes.ts'
import { ResourceType } from './publications/metadata.ts'
import { Template, TemplateDefinition, TemplateId } from './publications/template.ts'

/** Maximum size of a template as XML, in characters, and of a template that is saved, in bytes (our choice). */
export const TEMPLATE_XML_MAX = 500_000
const TEMPLATE_BYTES = 2_097_152

/** A version of a template that was in force. `person` is null for what comes with the program. */
export const TemplateVersion = z.object({
  version: Count,
  definition: TemplateDefinition,
  person: z.nullable(z.string()),
  at: z.nullable(Timestamp),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** A template as administrators see it, with the number of drafts that use it. */
export const ManagedTemplate = z.extend(Template, { drafts: Count })
export type ManagedTemplate = z.infer<typeof ManagedTemplate>

const one = z.object({ id: TemplateId })
const admin = { gate: 'admin', guard: 'session' } as const

/** Metadata templates of this site: what datasets are described by. */
export const publicationTemplates = {
  offered: operation({
    method: 'GET',
    path: '/publicationTemplates',
    gate: 'signedIn',
    input: z.object({}),
    data: z.array(Template),
    errors: [],
  }),
  list: operation({
    method: 'GET',
    path: '/setting/publicationTemplates',
    ...admin,
    input: z.object({}),
    data: z.array(ManagedTemplate),
    errors: [],
  }),
  /** The newest first. */
  versions: operation({
    method: 'GET',
    path: '/setting/publicationTemplates/:id/versions',
    ...admin,
    input: one,
    data: z.array(TemplateVersion),
    errors: ['publicationTemplateGone'],
  }),
  set: operation({
    act: 'set',
    method: 'PUT',
    path: '/setting/publicationTemplates/:id',
    ...admin,
    bodyBytes: TEMPLATE_BYTES,
    input: z.object({
      id: TemplateId,
      /** The version that was changed; 0 for a new template. */
      version: Count,
      isOn: z.boolean(),
      definition: TemplateDefinition,
    }),
    data: Template,
    errors: ['publicationTemplateChanged', 'publicationTemplatesTooMany'],
  }),
  /** Reads a template from XML and saves nothing. `omitted`: titles of fields that have no place here. */
  read: operation({
    method: 'POST',
    path: '/setting/publicationTemplates/read',
    ...admin,
    bodyBytes: TEMPLATE_BYTES,
    input: z.object({
      xml: z.string().check(z.minLength(1), z.maxLength(TEMPLATE_XML_MAX)),
      /** What a template that does not tell it is for. */
      resourceType: z._default(ResourceType, 'dataset'),
    }),
    data: z.object({ definition: TemplateDefinition, omitted: z.array(z.string()) }),
    errors: ['publicationTemplateUnreadable'],
  }),
  /** A template as XML, as institutions read it. */
  xml: operation({
    method: 'GET',
    path: '/setting/publicationTemplates/:id/xml',
    ...admin,
    answers: 'bytes',
    input: one,
    data: Nothing,
    errors: ['publicationTemplateGone'],
  }),
}
