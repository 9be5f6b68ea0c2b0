#!/bin/sh
# Fetches the pinned releases of Swagger UI and ReDoc from npm into app/http/static/documentation.
# To upgrade: change a version, run this, look at /docs and /redoc, run `pytest tests/browser`, commit.
set -eu

SWAGGER_UI=5.35.0
REDOC=2.5.4

target=$(cd "$(dirname "$0")/../app/http/static/documentation" && pwd)
workspace=$(mktemp -d)
trap 'rm -rf "$workspace"' EXIT
cd "$workspace"

npm pack --silent "swagger-ui-dist@$SWAGGER_UI" "redoc@$REDOC"
mkdir swagger-ui redoc
tar -xzf "swagger-ui-dist-$SWAGGER_UI.tgz" -C swagger-ui --strip-components=1
tar -xzf "redoc-$REDOC.tgz" -C redoc --strip-components=1

for folder in swagger-ui redoc; do
    rm -rf "${target:?}/$folder"
    mkdir "$target/$folder"
done
cp swagger-ui/LICENSE swagger-ui/NOTICE swagger-ui/swagger-ui-bundle.js swagger-ui/swagger-ui-bundle.js.LICENSE.txt \
    swagger-ui/swagger-ui.css swagger-ui/favicon-32x32.png "$target/swagger-ui/"
cp redoc/LICENSE redoc/bundles/redoc.standalone.js redoc/bundles/redoc.standalone.js.LICENSE.txt "$target/redoc/"
printf '%s\n' "swagger-ui-dist $SWAGGER_UI" "redoc $REDOC" > "$target/VERSIONS"
