const api = '^server/'
/** What the page of a share link does as the console does: it takes files. */
const shared = '^src/uploader/visitor\\.ts$'
const never = (name, from, to) => ({ name, severity: 'error', from, to })

/** Who may import whom: the table of CONTRIBUTING.md. New modules are guarded without editing this file. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$' },
      to: { circular: true },
    },
    never(
      'contract-needs-only-zod',
      { path: '^contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^contract/|node_modules/zod' },
    ),
    never(
      'http-and-storage-know-no-module',
      { path: '^server/(http|storage)/', pathNot: '^server/storage/.*\\.test\\.ts$' },
      { path: '^server/modules/' },
    ),
    never(
      'modules-by-index',
      { path: '^server/modules/([^/]+)/' },
      { path: '^server/modules/', pathNot: '^server/modules/$1/|^server/modules/[^/]+/index\\.ts$' },
    ),
    never('modules-know-no-list-of-parts', { path: '^server/modules/' }, { path: '^server/space-parts\\.ts$' }),
    never('providers-are-below', { path: '^providers/' }, { path: '^(resources|src|server)/' }),
    never(
      'resources-know-no-other',
      { path: '^resources/([^/]+)/' },
      {
        path: '^(server/|src/(?!(widgets|audit|rights|grid|folders|saved-filters|charts|shares|personal-data)/)|resources/(?!$1/|resource\\.tsx))',
      },
    ),
    never(
      'widgets-know-no-capability',
      { path: '^src/widgets/' },
      // What a failure says is said in one place.
      { path: '^(server|resources|providers/(?!failures\\.ts$))|^src/(?!widgets/)' },
    ),
    never(
      'widgets-know-no-shape',
      // A part of a space names the space that it is part of.
      { path: '^src/widgets/', pathNot: '\\.test\\.ts$|^src/widgets/space-part\\.tsx$' },
      { path: '^contract/(?!core/|custom-parameters\\.ts$)' },
    ),
    never(
      'audit-and-rights-stand-alone',
      { path: '^src/(audit|rights)/' },
      { path: '^(server|resources|providers)/|^src/(?!widgets/|$1/)' },
    ),
    never(
      'grid-knows-no-capability',
      { path: '^src/grid/' },
      { path: '^(server|resources|providers)/|^src/(?!(grid|widgets)/)|^contract/(?!core/)' },
    ),
    never('charts-stand-alone', { path: '^src/charts/' }, { path: '^(server|resources)/|^src/(?!(charts|widgets)/)' }),
    never(
      'folders-know-no-capability',
      { path: '^src/folders/' },
      { path: '^(server|resources)/|^src/(?!(folders|widgets)/)' },
    ),
    never(
      'uploader-stands-alone',
      { path: '^src/uploader/' },
      { path: '^(server|resources)/|^src/(files|preview|pages|shell)/' },
    ),
    never(
      'shares-stand-alone',
      { path: '^src/shares/' },
      { path: '^(server|resources)/|^src/(files|uploader|preview|pages|shell)/' },
    ),
    never(
      'preview-stands-alone',
      { path: '^src/preview/' },
      { path: '^(server|resources)/|^src/(files|uploader|pages|shell)/' },
    ),
    never(
      'frame-knows-what-preview-gives-it',
      { path: '^src/frame/' },
      {
        path: '^(server|resources|providers)/|^src/(?!frame/|preview/(protocol|decode|languages|markdown-html)|widgets/(tokens|code-colours))',
      },
    ),
    never('nobody-knows-the-frame', { path: '^(src/(?!frame/)|resources|providers|server)' }, { path: '^src/frame/' }),
    never(
      'search-stands-alone',
      { path: '^src/search/' },
      { path: '^(server|resources)/|^src/(files|uploader|preview|pages|shell)/' },
    ),
    never(
      'files-know-uploader-and-preview',
      { path: '^src/files/' },
      { path: '^(server|resources)/|^src/(pages|shell)/' },
    ),
    never(
      'pages-know-no-other',
      { path: '^src/pages/([^/]+)/' },
      { path: '^(server|resources)/|^src/(files|uploader|preview)/|^src/pages/(?!$1/)[^/]+/', pathNot: shared },
    ),
    never(
      'personal-parts-know-no-other',
      { path: '^src/pages/personal-center/([^/]+)/' },
      { path: '^src/pages/personal-center/(?!$1/)[^/]+/' },
    ),
    never('share-page-takes', { path: '^src/pages/(?!share/)' }, { path: shared }),
    never(
      'pages-show-in-one-place',
      { path: '^src/pages/(?!File(Preview|Metadata)\\.tsx$)' },
      { path: '^src/preview/' },
    ),
    never('console-knows-no-server', { path: '^(src|providers|resources)/' }, { path: api }),
    never(
      'client-imports-no-schema',
      { path: '^client/', pathNot: '\\.test\\.ts$' },
      {
        dependencyTypesNot: ['type-only', 'core'],
        pathNot: '^client/|^contract/(core/(limits|time|directory|file-names)|upload-codes)\\.ts$',
      },
    ),
    never('nobody-knows-the-client', { path: '^(contract|server|src|providers|resources)/' }, { path: '^client/' }),
    never('server-knows-no-console', { path: api }, { path: '^(src|providers|resources)/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
