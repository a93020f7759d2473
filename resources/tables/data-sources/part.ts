import { defineSpacePart } from '../../../src/widgets/space-part.tsx'

export default defineSpacePart({ name: 'dataSources', renews: ['dataSources', 'sourceImports'] })
