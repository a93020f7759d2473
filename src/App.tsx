import { CloseOutlined, LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { App as AntApp, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import i18next from 'i18next'
import { lazy, Suspense, useMemo } from 'react'
import { I18nextProvider } from 'react-i18next'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useSearchParams } from 'react-router'
import type { PageData } from '#contract/pages/data.ts'
import { AUTHORIZE_PATH, MARKET_PAGE, MARKET_TAB, type OwnList, sectionPath } from '#contract/pages/paths.ts'
import type { Feature, Features } from '#contract/settings.ts'
import { accessControlProvider } from '#providers/access.ts'
import { authProvider } from '#providers/auth.ts'
import { dataProviderOf } from '#providers/data.ts'
import { currentLang, i18nProvider, withSystemWords, withWords } from '#providers/i18n.ts'
import { liveProvider } from '#providers/live.ts'
import { notificationProviderOf } from '#providers/notification.ts'
import { queryConfig } from '#providers/query.ts'
import { useSite } from '#providers/site.ts'
import { lists, refineResources, resources } from '../resources/index.ts'
import MessagePage from './pages/MessagePage.tsx'
import { type OwnSection, ownSections } from './pages/system-config/sections.ts'
import { antTheme, dialogs } from './shell/ant-theme.ts'
import { Failures } from './shell/Failures.tsx'
import { Layout } from './shell/Layout.tsx'
import { LazyPage, type Page } from './shell/LazyPage.tsx'
import { LeaveConsole } from './shell/LeaveConsole.tsx'
import { useTheme } from './shell/theme.ts'
import { spaceParts } from './space-parts.ts'
import { PageSkeleton } from './widgets/Skeleton.tsx'
import { SpaceParts } from './widgets/space-part.tsx'
import { SystemSections } from './widgets/system-menu.ts'

const ConsoleSpace = lazy(withWords(() => import('./ConsoleSpace.tsx')))
const SystemFrame = lazy(withSystemWords(() => import('./pages/system-config/SystemFrame.tsx')))
const componentMarket = withWords(() => import('../resources/components/market-page.tsx'))
const authorizePage = withWords(() => import('./pages/authorize/AuthorizePage.tsx'))
const reportPage = withWords(() => import('../resources/tables/reports/page.tsx'))
const personalCenter = withWords(() => import('./pages/personal-center/PersonalCenter.tsx'))
/** Pages of system management that are no Refine resources. */
const ownPages: Record<OwnSection, () => Promise<Page>> = {
  accounts: () => import('./pages/settings/AccountRules.tsx'),
  methods: () => import('./pages/methods/Methods.tsx'),
  mails: () => import('./pages/mails/Mails.tsx'),
  audit: () => import('./pages/audit/Audit.tsx'),
  statistics: () => import('./pages/statistics/Statistics.tsx'),
  traffic: () => import('./pages/statistics/Traffic.tsx'),
  health: () => import('./pages/health/Health.tsx'),
  retention: () => import('./pages/settings/Retention.tsx'),
  maintenance: () => import('./pages/settings/Maintenance.tsx'),
  configuration: () => import('./pages/health/Configuration.tsx'),
  jobs: () => import('./pages/jobs/Jobs.tsx'),
  rights: () => import('./pages/rights/DefaultRights.tsx'),
  website: () => import('./pages/settings/Website.tsx'),
  institution: () => import('./pages/settings/Institution.tsx'),
  spaceDefaults: () => import('./pages/settings/SpaceDefaults.tsx'),
  approvals: () => import('./pages/settings/ApprovalSwitches.tsx'),
  features: () => import('./pages/settings/Features.tsx'),
}
/** Lists of all spaces. */
const ownLists: Record<OwnList, () => Promise<Page>> = {
  '/recent': withWords(() => import('./files/everywhere/RecentPage.tsx')),
  '/favourites': withWords(() => import('./files/everywhere/FavouritesPage.tsx')),
  '/shared': withWords(() => import('./shares/ReceivedPage.tsx')),
  '/tasks': withWords(() => import('./files/everywhere/TasksPage.tsx')),
  '/trash': withWords(() => import('./files/everywhere/TrashPage.tsx')),
}
const SYSTEM = '/systemConfig/'
const isSystem = (path: string) => path.startsWith(SYSTEM)
/** Loads a page together with its texts; the list of spaces is excluded, because its texts are loaded at startup. */
const speaking = (path: string, load: () => Promise<Page>): (() => Promise<Page>) => {
  if (path === '/space') return load
  return isSystem(path) ? withSystemWords(load) : withWords(load)
}
const routes = resources
  .flatMap((resource) => resource.routes)
  .map(({ path, load, feature }) => ({ path, load: speaking(path, load), feature }))
const ownRoutes = (Object.keys(ownPages) as OwnSection[]).map((name) => ({
  path: sectionPath(name),
  load: withSystemWords(ownPages[name]),
}))

const dataProvider = dataProviderOf(lists)

/**
 * Antd animates the loading icon unless one is set. If a fast answer interrupts that animation it never ends, and the
 * button keeps "loading" in its accessible name.
 */
const buttons = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> }

/** The console: passes providers, resources and routes to Refine. */
export function App({ data }: { data: PageData }) {
  const theme = useTheme()
  return (
    <I18nextProvider i18n={i18next}>
      <ConfigProvider
        theme={antTheme(theme)}
        locale={currentLang() === 'en' ? enUS : zhCN}
        button={buttons}
        modal={dialogs}
        form={{ validateMessages: { required: i18next.t('session.required') } }}
        alert={{ closeIcon: <CloseOutlined aria-label={i18next.t('common.close')} /> }}
        inputSearch={{ searchIcon: <SearchOutlined aria-label={i18next.t('shell.search')} /> }}
      >
        <AntApp>
          <BrowserRouter>
            <Console data={data} />
          </BrowserRouter>
        </AntApp>
      </ConfigProvider>
    </I18nextProvider>
  )
}

/** What the site has: all but that whose feature is off. */
function presentIn(features: Features) {
  const isPresent = ({ feature }: { feature?: Feature | undefined }) => !feature || features[feature]
  return {
    parts: spaceParts.filter(isPresent),
    sections: [...ownSections, ...resources.filter(isPresent).flatMap(({ section }) => section ?? [])],
    pages: routes.filter(isPresent),
  }
}

/** The component tab in addresses of older versions. Source: spec section 2. */
const COMPONENT_TAB = '14'
function SystemEntry() {
  const [params] = useSearchParams()
  return <Navigate to={params.get('tab') === COMPONENT_TAB ? MARKET_TAB : 'users'} replace />
}

function Console({ data }: { data: PageData }) {
  const { notification } = AntApp.useApp()
  const notificationProvider = useMemo(() => notificationProviderOf(notification), [notification])
  const { features } = useSite(data.site)
  const { parts, sections, pages } = useMemo(() => presentIn(features), [features])
  return (
    <Refine
      routerProvider={routerProvider}
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      liveProvider={liveProvider}
      resources={refineResources}
      options={{
        disableTelemetry: true,
        liveMode: 'auto',
        reactQuery: { clientConfig: queryConfig },
        warnWhenUnsavedChanges: true,
        syncWithLocation: false,
      }}
    >
      <Failures />
      <Routes>
        <Route
          element={
            <SpaceParts value={parts}>
              <SystemSections value={sections}>
                <Layout data={data}>
                  <Outlet />
                </Layout>
              </SystemSections>
            </SpaceParts>
          }
        >
          {pages
            .filter(({ path }) => !isSystem(path))
            .map(({ path, load }) => (
              <Route key={path} path={path} element={<LazyPage load={load} />} />
            ))}
          {Object.entries(ownLists).map(([path, load]) => (
            <Route key={path} path={path} element={<LazyPage load={load} />} />
          ))}
          <Route path="/dashboard/:biid" element={<LazyPage load={reportPage} />} />
          <Route path="/personalCenter" element={<LazyPage load={personalCenter} />} />
          <Route path="/systemConfig" element={<SystemEntry />} />
          <Route path={AUTHORIZE_PATH} element={<LazyPage load={authorizePage} />} />
          <Route path={MARKET_PAGE} element={<LazyPage load={componentMarket} />} />
          <Route
            element={
              <Suspense fallback={<PageSkeleton />}>
                <SystemFrame />
              </Suspense>
            }
          >
            {[...pages.filter(({ path }) => isSystem(path)), ...ownRoutes].map(({ path, load }) => (
              <Route key={path} path={path} element={<LazyPage load={load} />} />
            ))}
          </Route>
          <Route path="/space/:id" element={<LeaveConsole />} />
          <Route path="/space/:id/details" element={<Navigate to="filesManage" replace />} />
          <Route
            path="/space/:id/details/:tab"
            element={
              <Suspense fallback={<PageSkeleton />}>
                <ConsoleSpace />
              </Suspense>
            }
          />
        </Route>
        <Route path="*" element={<MessagePage path="/404" search="" data={data} />} />
      </Routes>
    </Refine>
  )
}
