if(!CSS.supports("selector(:has(*))"))throw document.body.toggleAttribute("hx-ignore"),Error("old");
