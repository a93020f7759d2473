"""A CAS 3.0 server of one user: python3-django-cas-server, in the folder that CAS_FOLDER names."""
import os

SECRET_KEY = "a key of the test"
DEBUG = True
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "cas_server",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.path.join(os.environ["CAS_FOLDER"], "db.sqlite"),
    }
}
STATIC_URL = "/static/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
CAS_AUTH_CLASS = "cas_server.auth.TestAuthUser"
CAS_TEST_USER = "zhangsan"
CAS_TEST_PASSWORD = "Passw0rd!"
CAS_TEST_ATTRIBUTES = {
    "name": "\u5f20\u4e09",
    "email": "zhangsan@example.org",
    "groups": ["staff", "lake"],
}
CAS_NEW_VERSION_HTML_WARNING = False
CAS_NEW_VERSION_EMAIL_WARNING = False
CAS_SHOW_POWERED = False
CAS_LOGO_URL = None
CAS_FAVICON_URL = None
CAS_COMPONENT_URLS = {
    name: ""
    for name in (
        "bootstrap3_css",
        "bootstrap3_js",
        "html5shiv",
        "respond",
        "bootstrap4_css",
        "jquery",
        "bootstrap4_js",
        "fontawesome",
    )
}
