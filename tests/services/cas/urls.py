from django.urls import include, re_path

urlpatterns = [re_path(r"^cas/", include("cas_server.urls", namespace="cas_server"))]
