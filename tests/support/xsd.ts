import { readFileSync } from 'node:fs'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()
const validators = new Map<string, XsdValidator>()

function validatorOf(path: string): XsdValidator {
  const known = validators.get(path) ?? XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }))
  validators.set(path, known)
  return known
}

/** What breaks the schema at this path, by libxml2; empty for a valid document. Throws for XML that is malformed. */
export function schemaProblems(xml: string, path: string): string[] {
  const validator = validatorOf(path)
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim())
    throw error
  } finally {
    document.dispose()
  }
}
