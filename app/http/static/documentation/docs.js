// Starts Swagger UI. A file of its own, so that the page can forbid inline scripts.
"use strict";

window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  // Drawing every model of every game at once makes the page slow; they open beside each operation.
  defaultModelsExpandDepth: 0,
  // By default it would send the address of the schema to a validator on the internet.
  validatorUrl: null,
});
