"""Registers the services of the tests, with single logout, and the attributes that they may read."""
import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
django.setup()

from cas_server.models import ReplaceAttributName, ServicePattern  # noqa: E402

service, _ = ServicePattern.objects.get_or_create(
    pattern=r"^http://127\.0\.0\.1:.*$", defaults={"name": "dataspace", "pos": 1}
)
for name in ("name", "email", "groups"):
    ReplaceAttributName.objects.get_or_create(name=name, service_pattern=service)
service.single_log_out = True
service.save()
